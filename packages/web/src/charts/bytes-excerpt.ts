// A byte of a package with what stands around it.

import { type Drawing, draw } from './drawing.ts';

/** At most so many bytes are shown before it, and so many after it. */
const BEFORE = 72;
const AFTER = 24;

/** `member` is named first, if what is shown does not begin with it. */
export function bytesExcerpt(
  bytes: Uint8Array,
  at: number,
  { state, member = '' }: { state: 'same' | 'changed'; member?: string },
): Drawing {
  const decoder = new TextDecoder();
  const text = (from: number, to: number) => decoder.decode(bytes.subarray(from, to));
  const end = Math.min(bytes.length, at + 1 + AFTER);
  const before = text(Math.max(0, at - BEFORE), at);
  // From the beginning of a member on, so that no text is cut in its middle.
  const cut = at > BEFORE ? before.indexOf(',"') : -1;
  const name = member === '' ? '' : `"${member}":{…`;
  return draw(
    'span',
    {},
    `${at > BEFORE ? '…' : ''}${name}${cut === -1 ? before : before.slice(cut)}`,
    draw('span', { class: `byte ${state}` }, text(at, at + 1)),
    `${text(at + 1, end)}${end < bytes.length ? '…' : ''}`,
  );
}
