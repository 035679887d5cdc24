// RFC 6901 pointers, the way every error of the engine says where it stands.

const LONGEST_MEMBER_NAME = 100;
const LONGEST_QUOTE = 80;

/** One step of a pointer. A hostile member name cannot make a message of its own length. */
export function step(member: string | number): string {
  // A lone surrogate has no canonical bytes, and a cut can make one.
  const name = String(member);
  const shown = name.length > LONGEST_MEMBER_NAME ? `${name.slice(0, LONGEST_MEMBER_NAME)}...` : name;
  return `/${shown.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Text quoted for a message, cut to a length a person can read. */
export function quote(text: string): string {
  return JSON.stringify(shorten(text));
}

export function shorten(text: string): string {
  return (text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}...` : text).toWellFormed();
}
