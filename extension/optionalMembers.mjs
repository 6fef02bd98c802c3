// Types of the page's world whose objects may lack a member: reading it asks the page's Object.prototype.
// `__proto__: null` in the type makes the compiler demand it of every object.

const DECLARATION = /\b(?:interface \w+[^{;]*|type \w+[^={;]* = )(?<body>\{\n[\s\S]*?\n\})/g;
/** Not in a cast of what belongs to the page. */
const INLINE = /(?<! as )\{[^{}\n]*\b\w+\?: [^{}\n]*\}/g;
const MEMBER = /^ +(?:readonly )?\w+\?(?:\(.*\))?: .*;$/gm;

/** Each optional member of a type that lacks `__proto__: null`, as its source has it. */
export function optionalMembersIn(typescript) {
  const bodies = [...typescript.matchAll(DECLARATION)].map(({ groups }) => groups.body);
  const members = bodies.filter(hasPrototype).flatMap((body) => body.match(MEMBER) ?? []);
  const inline = (typescript.match(INLINE) ?? []).filter(hasPrototype);
  return [...members, ...inline].map((code) => code.trim());
}

function hasPrototype(type) {
  return !/\b__proto__\??: null\b/.test(type);
}
