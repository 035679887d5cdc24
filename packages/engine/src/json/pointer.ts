// JSON Pointers (RFC 6901), with which every error of the engine says where it occurred.

const LONGEST_MEMBER_NAME = 100;
const LONGEST_QUOTE = 80;

/** One reference token of a pointer. Long names are cut, so that hostile input cannot inflate messages. */
export function step(member: string | number): string {
  // Cutting can split a surrogate pair, and a lone surrogate has no canonical form.
  const name = String(member);
  const shown = name.length > LONGEST_MEMBER_NAME ? `${name.slice(0, LONGEST_MEMBER_NAME)}...` : name;
  return `/${shown.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Quotes text for a message, cut to a readable length. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text));
}

export function shorten(text: string): string {
  return (text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}...` : text).toWellFormed();
}
