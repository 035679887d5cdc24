// In the chart of the history, where held scores would have been without the hard rules, for readers who may know it: drawn as
// the server draws it for everybody if the publisher shows more than the headline.

import type { ScoreHistory } from '@rf-indicators/contract';
import { type HeldSpan, heldLabel, heldPattern, heldShapes, heldSpans } from '../../charts/history-held.ts';
import { made } from '../dom/elements.ts';
import { fetchHistory } from '../provider-history/fetch-history.ts';
import { hundredths } from './figures.ts';
import { read } from './reader.ts';

/** Years of daily indicators. */
const NEWEST = 1000;

/** Also when the reader chooses another period. The chart stays as it is for everybody if something is not answered. */
export async function keepHeldHistory(slug: string): Promise<void> {
  const section = document.querySelector<HTMLElement>('[data-part="history"]');
  if (section === null || section.querySelector('.without')) return;
  const held = await heldScores(slug).catch(() => null);
  if (held === null || held.size === 0) return;
  const show = () => void showHeld(section, held).catch(() => undefined);
  new MutationObserver(show).observe(section, { childList: true });
  show();
}

/** By verification id, in hundredths. */
async function heldScores(slug: string): Promise<Map<string, number>> {
  const { data } = await read<ScoreHistory>(`/scores/${slug}/history?limit=${NEWEST}`);
  return new Map(
    data.flatMap(({ verification_id, final_score, uncapped_score }) =>
      uncapped_score > final_score ? [[verification_id, hundredths(uncapped_score)]] : [],
    ),
  );
}

async function showHeld(section: HTMLElement, held: ReadonlyMap<string, number>): Promise<void> {
  const plot = section.querySelector<SVGSVGElement>('[data-chart] .plot');
  const all = section.querySelector<HTMLElement>('[data-steps]')?.dataset.all;
  const rows = rowsOf(all === undefined ? section : await fetchHistory(all));
  // Meanwhile, the reader may have chosen another period.
  if (!plot?.isConnected || plot.querySelector('.without')) return;
  const steps = rows.map(({ cells, dataset: { from, until, score } }) => ({
    from: Number(from),
    until: Number(until),
    finalScore: hundredths(Number(score)),
    uncapped: held.get(proofIn(cells)) ?? null,
  }));
  const spans = heldSpans(steps, (place) => place, 100);
  if (spans.length === 0) return;
  const line = plot.querySelector(':scope > svg');
  plot.prepend(made(heldPattern()));
  for (const shape of heldShapes(spans)) plot.insertBefore(made(shape), line);
  for (const text of plot.querySelectorAll<SVGTextElement>(':scope > text')) keepClear(text, spans);
  for (const label of heldLabel(spans)) plot.append(made(label));
}

/** Oldest first. */
function rowsOf(section: Element): HTMLTableRowElement[] {
  return [...section.querySelectorAll<HTMLTableRowElement>('[data-steps] tbody tr')].reverse();
}

function proofIn(cells: HTMLCollectionOf<HTMLTableCellElement>): string {
  return cells[cells.length - 1]!.querySelector('[href^="/verify/"]')!.getAttribute('href')!.slice(8);
}

/** The figure of a held score goes below its line: the hatching is above. */
function keepClear(text: SVGTextElement, spans: readonly HeldSpan[]): void {
  const x = Number.parseFloat(text.getAttribute('x')!);
  const score = hundredths(Number(text.textContent));
  const isHeld = (span: HeldSpan) => span.score === score && span.from <= x && x <= span.until;
  if (!spans.some(isHeld)) return;
  text.classList.add('clear');
  text.setAttribute('dy', '18');
}
