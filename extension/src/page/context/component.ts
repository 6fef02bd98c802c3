// Describes a component: its name and the keys of its properties and state, never values.

import {
  COMPONENT_DEPTH,
  KEY_CHARS,
  MAX_COMPONENT_PROP_KEYS,
  MAX_COMPONENT_STATE_KEYS,
} from "../../generated/limits.js";
import { append, slice } from "../core/natives.js";
import { quote } from "../core/quote.js";
import { allKeys } from "../core/readSafely.js";
import { utf8Bytes } from "./utf8Bytes.js";

const COMPONENT_BYTES = 5 * 1024; // ERR-11: the whole ancestry

export interface Component {
  name: string;
  propKeys: string[];
  hasState: boolean;
  stateKeys: string[];
}

/** The components from the leaf to the root: in the order in which they are found. */
export interface Ancestry {
  framework: "react" | "vue" | "svelte";
  components: Component[];
}

/** Keys that a framework puts among the properties. */
const NO_PROPS = ["children", "key", "ref", "ref_for", "ref_key"];

export function component(
  name: string,
  props?: unknown,
  state: readonly string[] = [],
  hasState = state.length > 0,
): Component {
  return {
    name,
    propKeys: without(NO_PROPS, allKeys(props), MAX_COMPONENT_PROP_KEYS),
    hasState,
    stateKeys: without([], state, MAX_COMPONENT_STATE_KEYS),
  };
}

function without(unwanted: readonly string[], names: readonly string[], count: number): string[] {
  const found: string[] = [];
  for (let i = 0; i < names.length && found.length < count; i++) {
    const name = names[i] as string;
    if (!isOneOf(name, unwanted)) append(found, name);
  }
  return found;
}

export function isOneOf(text: string, list: readonly string[]): boolean {
  for (let i = 0; i < list.length; i++) if (list[i] === text) return true;
  return false;
}

/** From the root to the leaf. What is too much goes at the root's end: the nearest to the error say most. */
export function ancestryJson({ framework, components }: Ancestry): string {
  let list = "";
  let room = COMPONENT_BYTES - `{"framework":"${framework}","components":[]}`.length;
  for (let i = 0; i < components.length && i < COMPONENT_DEPTH; i++) {
    const json = componentJson(components[i] as Component);
    room -= utf8Bytes(json) + 1;
    if (room < 0) break;
    list = list === "" ? json : `${json},${list}`;
  }
  return `{"framework":"${framework}","components":[${list}]}`;
}

function componentJson({ name, propKeys, hasState, stateKeys }: Component): string {
  let json = `{"name":${nameJson(name)}`;
  if (propKeys.length > 0) json += `,"propKeys":${namesJson(propKeys)}`;
  if (hasState) json += `,"hasState":true`;
  if (stateKeys.length > 0) json += `,"stateKeys":${namesJson(stateKeys)}`;
  return `${json}}`;
}

export function namesJson(names: readonly string[]): string {
  let json = "";
  for (let i = 0; i < names.length; i++) json += `${json && ","}${nameJson(names[i] as string)}`;
  return `[${json}]`;
}

/** Cut without a mark: the wire takes no longer names. */
export function nameJson(name: string): string {
  return quote(slice(name, 0, KEY_CHARS));
}
