// Reads a JSON array of texts from stdin and prints how many o200k tokens each has.
import { readFileSync } from "node:fs"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"

const texts = JSON.parse(readFileSync(0, "utf8"))
process.stdout.write(JSON.stringify(texts.map((text) => countTokens(text))))
