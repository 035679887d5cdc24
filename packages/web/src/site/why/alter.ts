// "Change one byte": alters the package, has it checked again, and shows what follows from it.

import { type Recomputed, recompute, type Unreadable } from '@rf-indicators/engine';
import { bandChip, bandName } from '../../charts/bands.ts';
import { bytesExcerpt } from '../../charts/bytes-excerpt.ts';
import { partsChart, partsOf } from '../../charts/parts.ts';
import { count } from '../../ui/format.ts';
import { made } from '../dom/elements.ts';
import type { Loaded } from './load.ts';
import { resultOf, say } from './mark.ts';

interface Change {
  at: number;
  to: number;
}

export interface Original extends Loaded {
  /** The canonical package. */
  bytes: Uint8Array;
  published: Recomputed;
  /** The change that tells the most. */
  telling: Change;
  /** The input that the telling byte belongs to. */
  input: string;
}

const ALTERED = 'Altered, or not ours';
/** Printable ASCII. */
const [FIRST, LAST] = [0x20, 0x7e];

export function startAltering(section: HTMLElement, original: Original): void {
  const change = section.querySelector<HTMLButtonElement>('[data-change]')!;
  const another = section.querySelector<HTMLButtonElement>('[data-another]')!;
  let isAltered = false;
  let presses = 0;
  const alter = async (wanted: Change | null) => {
    presses += 1;
    const press = presses;
    isAltered = wanted !== null;
    change.textContent = isAltered ? 'Put it back' : 'Change one byte';
    if (wanted === null) return showPublished(section, original);
    const altered = original.bytes.slice();
    altered[wanted.at] = wanted.to;
    const found = await recompute(altered, original.answer, original.keys);
    // Somebody who was quicker has asked for something else.
    if (press === presses) showAltered(section, original, wanted, { bytes: altered, found });
  };
  change.addEventListener('click', () => alter(isAltered ? null : original.telling));
  another.addEventListener('click', () => alter(anyChange(original.bytes)));
  section.querySelector('.why-columns')!.toggleAttribute('data-ready', true);
}

function anyChange(bytes: Uint8Array): Change {
  const at = randomBelow(bytes.length);
  for (;;) {
    const to = FIRST + randomBelow(LAST - FIRST + 1);
    if (to !== bytes[at]) return { at, to };
  }
}

function randomBelow(limit: number): number {
  return Math.floor((crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32) * limit);
}

function showPublished(section: HTMLElement, { bytes, telling, published, answer, input }: Original): void {
  const { methodology } = answer.data;
  part(section, 'excerpt').replaceChildren(
    made(bytesExcerpt(bytes, telling.at, { state: 'same', member: input })),
  );
  drawParts(section, partsOf(published.scored!.result, methodology), input, 'The parts as published');
  part(section, 'byte-said').textContent = 'The byte is what it was, and so is everything else.';
  for (const row of section.querySelectorAll<HTMLElement>('[data-comparison] [data-row]'))
    fill(row, '·', null);
  say(part(section, 'altered'), 'passed', 'As published', 'Every byte is back in its place.');
}

interface Altered {
  bytes: Uint8Array;
  found: Recomputed | Unreadable;
}

function showAltered(section: HTMLElement, original: Original, { at, to }: Change, altered: Altered): void {
  const { bytes, answer, telling } = original;
  const { found } = altered;
  const marked = at === telling.at ? original.input : '';
  const excerpt = bytesExcerpt(altered.bytes, at, { state: 'changed', member: marked });
  part(section, 'excerpt').replaceChildren(made(excerpt));
  const [was, is] = [characterOf(bytes[at]!), characterOf(to)];
  part(section, 'byte-said').textContent = `Byte ${count(at + 1)}: ${was} became ${is}`;
  const result = 'unreadable' in found ? null : (found.scored?.result ?? null);
  if (result === null) part(section, 'altered-parts').toggleAttribute('data-none', true);
  else
    drawParts(section, partsOf(result, answer.data.methodology), marked, 'The parts with the changed byte');
  showComparison(section, original, found);
  const isGenuine = !('unreadable' in found) && found.ok;
  if (isGenuine) say(part(section, 'altered'), 'passed', 'As published', 'Nothing differs.');
  else say(part(section, 'altered'), 'failed', ALTERED, explain(original, found));
}

function explain({ published }: Original, found: Recomputed | Unreadable): string {
  if ('unreadable' in found) return `It cannot be read: ${found.unreadable} It shows.`;
  if (found.scored === null) return `${found.reason} It shows.`;
  const { band, final_score } = found.scored.result;
  const before = published.scored!.result;
  if (band !== before.band) return `One byte would have made it ${bandName(band)}. It shows.`;
  if (final_score !== before.final_score) return `One byte would have made it ${final_score}. It shows.`;
  return 'The score is the same, and still it shows.';
}

function showComparison(section: HTMLElement, { published }: Original, found: Recomputed | Unreadable): void {
  const row = (name: string) => section.querySelector<HTMLElement>(`[data-comparison] [data-row="${name}"]`)!;
  if ('unreadable' in found) {
    for (const name of ['score', 'band', 'hash', 'id', 'signature']) fill(row(name), 'cannot be read', true);
    return;
  }
  const [is, was] = [found.scored?.result, published.scored!.result];
  fill(row('score'), is?.final_score ?? 'no score', is?.final_score !== was.final_score);
  fill(row('band'), is ? made(bandChip(is.band)) : 'no band', is?.band !== was.band);
  fill(row('hash'), short(found.packageHash), found.packageHash !== published.packageHash);
  fill(row('id'), short(found.verificationId), found.verificationId !== published.verificationId);
  fill(row('signature'), found.signature === 'valid' ? 'fits' : 'does not fit', found.signature !== 'valid');
}

/** `differs` is null while nothing is changed. */
function fill(row: HTMLElement, value: Node | string, differs: boolean | null): void {
  row.querySelector('[data-is]')!.replaceChildren(value);
  const isSignature = row.dataset.row === 'signature';
  const result =
    differs === null
      ? []
      : [
          resultOf(
            differs ? 'failed' : 'passed',
            differs ? (isSignature ? 'Fails' : 'Different') : 'The same',
          ),
        ];
  row.querySelector('[data-result]')!.replaceChildren(...result);
}

function drawParts(
  section: HTMLElement,
  parts: Parameters<typeof partsChart>[0],
  marked: string,
  label: string,
): void {
  const place = part(section, 'altered-parts');
  place.toggleAttribute('data-none', false);
  place.replaceChildren(made(partsChart(parts, { label, marked })));
}

function part(section: HTMLElement, name: string): HTMLElement {
  return section.querySelector<HTMLElement>(`[data-${name}]`)!;
}

function characterOf(byte: number): string {
  return byte === 0x20 ? 'a space' : byte > LAST ? `byte ${byte}` : String.fromCharCode(byte);
}

function short(text: string): string {
  return `${text.slice(0, 9)}…`;
}
