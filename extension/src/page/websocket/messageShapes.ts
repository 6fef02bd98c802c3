// The shapes of a connection's messages: which keys their JSON has, and whether a message brings a new set of them.

import { KEY_CHARS, MAX_OBJECT_KEYS } from "../../generated/limits.js";
import {
  charCode,
  indexOf,
  keys,
  mapGet,
  mapSet,
  mapSize,
  NativeMap,
  parse,
  slice,
  sort,
  startsWith,
} from "../core/natives.js";
import { quote } from "../core/quote.js";
import { createTokenBucket } from "../core/tokenBucket.js";

const MAX_WEBSOCKET_SHAPES = 100; // key sets of one connection that are distinguished
const WEBSOCKET_SHAPE_CHARS = 65_536; // a longer message is not searched for keys
const WEBSOCKET_SHAPE_CHARS_PER_S = 4 * 1024 * 1024; // nor are more characters than these in one second

const ALIKE_READ = 200; // messages in a row with the same keys that are all read
const ALIKE_STEP = 8; // of more, one in so many is
const ALIKE_CHARS = 8; // by how much such messages may differ in length

const BRACE = 0x7b;
const QUOTE = 0x22;

/** Looking for keys costs time, so that all connections of the page share it. */
const takeChars = createTokenBucket(WEBSOCKET_SHAPE_CHARS_PER_S, WEBSOCKET_SHAPE_CHARS_PER_S);

export class MessageShapes {
  /** Messages whose keys were read. */
  count = 0;
  private readonly shapes = new NativeMap<string, true>();
  private readonly seenKeys = new NativeMap<string, true>();
  private json = "";
  /** The kind of the previous message: most have the same keys, and comparing is cheaper than a lookup of the shape. */
  private lastKind = "";
  private lastNames: readonly string[] = [];
  private lastHead = "";
  private lastLength = 0;
  /** Messages in a row with these keys. */
  private alike = 0;

  /** Whether a message of this kind (a direction) is the first with its keys. */
  isNew(kind: string, text: string, ms: number): boolean {
    if (this.isProbablyAlike(kind, text)) {
      this.count++;
      return false;
    }
    const names = this.read(text, ms);
    if (names === undefined) return false;
    this.count++;
    if (this.lastKind === kind && areSame(this.lastNames, names)) return false;
    this.lastKind = kind;
    this.lastNames = names;
    this.lastHead = headOf(text);
    this.lastLength = text.length;
    this.alike = 0;
    if (mapGet(this.shapes, shapeOf(kind, names))) return false;
    return this.learn(kind, names);
  }

  keysJson(): string {
    return `[${this.json}]`;
  }

  /** In a long row of messages with the same keys only one in a few is read, and each that begins or ends elsewhere. */
  private isProbablyAlike(kind: string, text: string): boolean {
    if (this.lastKind !== kind || this.alike++ < ALIKE_READ || this.alike % ALIKE_STEP === 0) return false;
    const longer = text.length - this.lastLength;
    return longer <= ALIKE_CHARS && longer >= -ALIKE_CHARS && startsWith(text, this.lastHead);
  }

  private read(text: string, ms: number): string[] | undefined {
    if (charCode(text, 0) !== BRACE || text.length > WEBSOCKET_SHAPE_CHARS || !takeChars(text.length, ms)) {
      return undefined;
    }
    try {
      return keys(parse(text) as object);
    } catch {
      return undefined;
    }
  }

  /** The same keys in another order are the same shape. */
  private learn(kind: string, names: string[]): boolean {
    const asSent = shapeOf(kind, names);
    const sorted = shapeOf(kind, sort(names));
    if (mapGet(this.shapes, sorted) || mapSize(this.shapes) >= MAX_WEBSOCKET_SHAPES) return false;
    mapSet(this.shapes, sorted, true);
    mapSet(this.shapes, asSent, true);
    for (let i = 0; i < names.length; i++) this.addKey(slice(names[i] as string, 0, KEY_CHARS));
    return true;
  }

  private addKey(name: string): void {
    if (mapGet(this.seenKeys, name) || mapSize(this.seenKeys) >= MAX_OBJECT_KEYS) return;
    mapSet(this.seenKeys, name, true);
    this.json += `${this.json && ","}${quote(name)}`;
  }
}

/** The first key, with its value if that is a text: `{"type":"price",` */
function headOf(text: string): string {
  const value = indexOf(text, ":") + 1;
  const isText = charCode(text, value) === QUOTE;
  return slice(text, 0, isText ? indexOf(text, ",", value) + 1 : value);
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

function shapeOf(kind: string, names: readonly string[]): string {
  let shape = kind;
  for (let i = 0; i < names.length && i < MAX_OBJECT_KEYS; i++) {
    shape += `\n${slice(names[i] as string, 0, KEY_CHARS)}`;
  }
  return shape;
}
