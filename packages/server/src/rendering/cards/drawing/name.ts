// The name of a provider on a card: in 60 px, then in 44, then on two lines of 40. It is never set in characters that the fonts lack.

import { nameInLine } from '../../wire/one-line-texts.ts';
import type { CardFonts } from '../fonts.ts';
import { LEFT, text } from './parts.ts';

const WIDTH = 864;
const LARGE = { size: 60, baseline: 162 };
const SMALL = { size: 44, baseline: 158 };
const LINES = { size: 40, baselines: [128, 174] } as const;

export function drawName(fonts: CardFonts, name: string, slug: string): string {
  const shown = drawable(fonts, name) ?? slug;
  const fits = (line: string, size: number) => fonts.width(line, 600, size) <= WIDTH;
  const line = (content: string, { size, baseline }: typeof LARGE) =>
    text(LEFT, baseline, content, { size, weight: 600 });
  if (fits(shown, LARGE.size)) return line(shown, LARGE);
  if (fits(shown, SMALL.size)) return line(shown, SMALL);
  return inTwoLines(shown, (part) => fits(part, LINES.size))
    .map((part, at) => line(part, { size: LINES.size, baseline: LINES.baselines[at]! }))
    .join('');
}

/** Null if the fonts lack a character of the text: a picture must not show boxes. */
export function drawable(fonts: CardFonts, given: string): string | null {
  const shown = nameInLine(given);
  return shown !== '' && fonts.covers(shown, 600) ? shown : null;
}

/** Two lines that are as even as possible. A word that is longer than a line is broken, and what is too long ends with an ellipsis. */
export function inTwoLines(name: string, fits: (line: string) => boolean): string[] {
  const even = evenly(name).find((lines) => lines.every(fits));
  if (even !== undefined && !fits(name)) return even;
  const first = beginning(name, fits);
  const rest = name.slice(first.length).trim();
  if (rest === '' || fits(rest)) return [first.trim(), rest].filter((line) => line !== '');
  const cut = beginning(rest, (line) => fits(`${line.trimEnd()}…`));
  return [first.trim(), `${cut.trimEnd()}…`];
}

/** Broken at each of its spaces, the most even way first. */
function evenly(name: string): [string, string][] {
  const uneven = ([first, second]: [string, string]) => Math.abs(first.length - second.length);
  return [...name.matchAll(/ /g)]
    .map(({ index }): [string, string] => [name.slice(0, index), name.slice(index + 1)])
    .sort((a, b) => uneven(a) - uneven(b));
}

function beginning(name: string, fits: (line: string) => boolean): string {
  const characters = [...name];
  let end = characters.length;
  while (end > 1 && !fits(characters.slice(0, end).join(''))) end -= 1;
  const most = characters.slice(0, end).join('');
  if (end === characters.length) return most;
  const breaks = Math.max(most.lastIndexOf(' '), most.lastIndexOf('-'));
  return breaks > 0 ? most.slice(0, breaks + 1) : most;
}
