"""How well the detectors of secrets and personal data do on labeled data: recall, precision, false positives.

    .venv/bin/python bench/detectors.py [--rules PREFIX,…] [FILE…]

A file is JSON lines. A line with `secret` is about secrets: `{"text": …, "secret": true or false, "rule": …}`, false
being a near miss; `--rules` keeps to lines whose rule begins with one of the prefixes, `--rules=-PREFIX,…` to the
others. A line with `spans` is about personal data: `{"text": …, "spans": [{"type": "CREDIT_CARD" | "US_SSN" |
"EMAIL_ADDRESS" | "PHONE_NUMBER" | …, "value": …}]}`. Any other file or folder is clean text, and every hit in it is a
false one.

Figures on secrets are given three times: with all formats; vendor by vendor, each without the formats that know its own
secrets ("own formats held out"); and without the formats of any vendor ("no vendor formats"): only names, shapes and
formats of no vendor are left then. Names and shapes were tuned on such data, so the last two are upper bounds
for what nobody has seen. Without a file, both files of `bench/data` are measured; nothing was tuned on
`held_out.jsonl`.

Found means what a person sees: the security audit of a page that logs the text has a finding of at least `warning`.
What the detector says of the text by itself ("detected") is given, too. Near misses of one rule that the same data
calls a secret elsewhere are counted apart, as contradictions.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from gasoline.analysis.security import captures
from gasoline.analysis.security.audit import audit
from gasoline.analysis.security.captures import Captures
from gasoline.analysis.security.find_pii import find_pii
from gasoline.kernel.secrets import formats
from gasoline.kernel.secrets.by_format import FormatTable
from gasoline.kernel.secrets.find_secrets import find_secrets
from gasoline.kernel.secrets.formats import keys
from gasoline.kernel.secrets.verdict import Verdict
from gasoline.model.events import ConsoleEntry

KINDS = {"CREDIT_CARD": "credit_card", "US_SSN": "ssn", "EMAIL_ADDRESS": "email", "PHONE_NUMBER": "phone"}
CLEAN = (".js", ".mjs", ".cjs", ".json", ".map", ".html", ".css")


OWN_DATA = Path(__file__).resolve().parent / "data" / "secrets.jsonl"
UNSEEN_DATA = OWN_DATA.with_name("held_out.jsonl")
PAGE = "http://localhost:3000/"
NO_VENDOR = FormatTable(keys.FORMATS)
HELD_OUT = "own formats held out"
NO_FORMATS = "no vendor formats"


class Share(NamedTuple):
    part: int
    total: int

    @property
    def value(self) -> float:
        return self.part / self.total if self.total else 0.0

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.part}/{self.total})" if self.total else "– (0)"


class Figures(NamedTuple):
    recall: Share
    false_alarms: Share


Judge = Callable[[str, FormatTable | None], bool]


def is_reported(text: str, table: FormatTable | None = None) -> bool:
    """Whether the audit warns of a page that logs the text. Personal data is another matter."""
    logged = Captures(logs=[ConsoleEntry(level="log", args=[text], url=PAGE)])
    with patch.object(captures, "find_secrets", partial(find_secrets, formats=table)):
        found = audit(logged, ("credentials", "pii_exposure"), "warning").found
    return any(finding.rule not in PERSONAL for finding in found)


PERSONAL = frozenset(f"{kind}-in-console" for kind in KINDS.values())


def has_secret(text: str, table: FormatTable | None = None) -> bool:
    found = find_secrets(text, formats=table)
    return any(hit.verdict is Verdict.SURE and not hit.is_public for hit in found)


def figures(
    rows: list[dict[str, Any]],
    table_for: Callable[[str], FormatTable | None] = lambda _: None,
    judge: Judge = is_reported,
) -> Figures:
    """With the formats that `table_for` gives for a vendor. Texts that are labeled both ways count as secrets."""
    known = {row["text"].strip() for row in rows if row["secret"]}
    judged = [(row["secret"], judge(row["text"], table_for(vendor_of(row)))) for row in rows if _counts(row, known)]
    secrets = [found for is_secret, found in judged if is_secret]
    near = [found for is_secret, found in judged if not is_secret]
    return Figures(Share(sum(secrets), len(secrets)), Share(sum(near), len(near)))


def _counts(row: dict[str, Any], known: set[str]) -> bool:
    return bool(row["secret"]) or row["text"].strip() not in known


def no_vendor(_: str) -> FormatTable:
    return NO_VENDOR


def without_own_formats(rows: list[dict[str, Any]]) -> Callable[[str], FormatTable]:
    """For each vendor the table without the formats that find anything in its own secrets."""
    own: dict[str, set[str]] = {}
    for row in rows:
        if row["secret"]:
            own.setdefault(vendor_of(row), set()).update(hit.rule for hit in find_secrets(row["text"]))

    @cache
    def table(left_out: frozenset[str]) -> FormatTable:
        general = {row.id for row in keys.FORMATS}
        return FormatTable(tuple(row for row in formats.ALL if row.id in general or row.id not in left_out))

    return lambda vendor: table(frozenset(own.get(vendor, ())))


def vendor_of(row: dict[str, Any]) -> str:
    """Whose secret a row is about: its `vendor`, or the middle of a rule such as np.stripe.1."""
    return str(row.get("vendor") or row.get("rule", "").rpartition(".")[0])


def read_rows(file: Path) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in file.read_text().splitlines() if line.strip()]
    return (
        [{**row, "text": row["text"].replace("|", "")} for row in rows]
        if file.resolve().parent == OWN_DATA.parent
        else rows
    )


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Measures the detectors.")
    parser.add_argument("--rules", default="", help="prefixes of rules, by comma; with a leading - all but those")
    parser.add_argument("--verbose", action="store_true", help="also what was missed and what was found in error")
    parser.add_argument("files", nargs="*", type=Path, default=[OWN_DATA, UNSEEN_DATA])
    given = parser.parse_args(arguments)
    for file in given.files:
        rows = _rows(file)
        if rows is None:
            _clean(file, given.verbose)
        elif "secret" in rows[0]:
            _secrets(file, [row for row in rows if _is_asked(row, given.rules)], given.verbose)
        else:
            _personal(file, rows, given.verbose)
    return 0


def _rows(file: Path) -> list[dict[str, Any]] | None:
    if not file.is_file() or file.suffix != ".jsonl":
        return None
    return read_rows(file)


def _is_asked(row: dict[str, Any], rules: str) -> bool:
    if not rules:
        return True
    begins = str(row.get("rule", "")).startswith(tuple(rules.removeprefix("-").split(",")))
    return begins is not rules.startswith("-")


def _secrets(file: Path, rows: list[dict[str, Any]], verbose: bool) -> None:
    known = {row["text"].strip() for row in rows if row["secret"]}
    secrets = [row for row in rows if row["secret"]]
    near = [row for row in rows if not row["secret"] and row["text"].strip() not in known]
    labeled = [row for row in rows if not row["secret"]]
    missed = [row for row in secrets if not is_reported(row["text"])]
    wrong = [row for row in near if is_reported(row["text"])]
    found = len(secrets) - len(missed)
    print(f"{file.name}: secrets")
    own, none = figures(rows, without_own_formats(rows)), figures(rows, no_vendor)
    raw = figures(rows, judge=has_secret)
    print(f"  recall      {_share(found, len(secrets))}; {HELD_OUT} {own.recall}; {NO_FORMATS} {none.recall}")
    print(f"  precision   {_share(found, found + len(wrong))}")
    print(
        f"  near misses {_share(len(wrong), len(near))} found in error; {HELD_OUT} {own.false_alarms}; "
        f"{NO_FORMATS} {none.false_alarms}"
    )
    print(f"  detected    {raw.recall}, near misses {raw.false_alarms}")
    every = sum(is_reported(row["text"]) for row in labeled)
    print(f"  as labeled {_share(every, len(labeled))}; {len(labeled) - len(near)} are labeled a secret, too")
    if verbose:
        _list("missed", (f"{row.get('rule')}: {row['text']}" for row in missed))
        _list("in error", (f"{row.get('rule')}: {row['text']}" for row in wrong))


def _personal(file: Path, rows: list[dict[str, Any]], verbose: bool) -> None:
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    missed: Counter[str] = Counter()
    remarks: list[str] = []
    for row in rows:
        wanted = [(KINDS[span["type"]], span["value"]) for span in row["spans"] if span["type"] in KINDS]
        for hit in find_pii(row["text"]):
            value = row["text"][hit.start : hit.stop]
            match = next((one for one in wanted if one[0] == hit.kind and (value in one[1] or one[1] in value)), None)
            if match:
                wanted.remove(match)
                right[hit.kind] += 1
            else:
                wrong[hit.kind] += 1
                remarks.append(f"in error {hit.kind}: {value}")
        for kind, value in wanted:
            missed[kind] += 1
            remarks.append(f"missed {kind}: {value}")
    print(f"{file.name}: personal data")
    for kind in KINDS.values():
        precision, recall = (
            _share(right[kind], right[kind] + wrong[kind]),
            _share(right[kind], right[kind] + missed[kind]),
        )
        print(f"  {kind:<12} precision {precision}   recall {recall}")
    if verbose:
        _list("remarks", iter(remarks))


def _clean(place: Path, verbose: bool) -> None:
    chars = hits = 0
    remarks: list[str] = []
    for file in sorted(place.rglob("*")) if place.is_dir() else [place]:
        if not file.is_file() or file.suffix not in CLEAN:
            continue
        text = file.read_text(errors="replace")
        chars += len(text)
        for hit in find_secrets(text):
            if hit.verdict is Verdict.SURE and not hit.is_public:
                hits += 1
                remarks.append(f"{file}: {hit.rule} {text[max(0, hit.start - 30) : hit.stop][:120]!r}")
    print(f"{place.name}: clean text, {chars / 1e6:.1f} MB\n  hits {hits}, {hits / max(chars, 1) * 1e8:.1f} in 100 MB")
    if verbose:
        _list("hits", iter(remarks))


def _list(title: str, lines: Iterator[str]) -> None:
    for line in lines:
        print(f"    {title}: {line[:160]!r}")


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.3f} ({part}/{whole})" if whole else "– (0)"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
