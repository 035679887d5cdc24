// A byte of a text with what stands around it.

import { type Drawing, draw } from './drawing.ts';

/** Bytes that are shown before and after it. */
const BEFORE = 96;
const AFTER = 24;

/** `note` names the state of the byte for the style sheet. */
export function bytesExcerpt(bytes: Uint8Array, at: number, note: 'same' | 'changed'): Drawing {
  const decoder = new TextDecoder();
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(bytes.length, at + 1 + AFTER);
  const text = (from: number, to: number) => decoder.decode(bytes.subarray(from, to));
  return draw(
    'span',
    {},
    `${start > 0 ? '…' : ''}${text(start, at)}`,
    draw('span', { class: `byte ${note}` }, text(at, at + 1)),
    `${text(at + 1, end)}${end < bytes.length ? '…' : ''}`,
  );
}
