// Recomputes the score of the page in this browser, and says what follows: the sum, the signature and the log.

import {
  canonicalBytes,
  openCosignatures,
  parseWitnessKey,
  type Recomputed,
  recompute,
  verify,
} from '@rf-indicators/engine';
import { bandName } from '../../charts/bands.ts';
import { partsOf } from '../../charts/parts.ts';
import { whyNotAble } from '../verify/ability.ts';
import { startAltering } from './alter.ts';
import { type Loaded, load } from './load.ts';
import { say } from './mark.ts';
import { showSum } from './sum.ts';

export async function startWhy(page: HTMLElement): Promise<void> {
  const equal = page.querySelector<HTMLElement>('[data-equal]')!;
  try {
    const reason = await whyNotAble();
    if (reason !== null) throw new Error(reason);
    const { why: address = '', key = '', id } = page.dataset;
    const loaded = await load(address, key);
    if (loaded.answer.data.verification_id !== id)
      throw new Error('A newer score was published after this page was made. Reload the page.');
    await check(page, equal, loaded);
  } catch (error) {
    say(equal, 'attention', 'Not computed', (error as Error).message);
  }
}

async function check(page: HTMLElement, equal: HTMLElement, loaded: Loaded): Promise<void> {
  const { text, answer, keys } = loaded;
  const { data } = answer;
  const bytes = canonicalBytes(data.package);
  const report = await verify(text, keys);
  const published = await recompute(bytes, answer, keys);
  if ('unreadable' in published || published.scored === null)
    throw new Error('The package gives no score. Tell us where you found it.');
  const { result } = published.scored;
  const parts = partsOf(result, data.methodology);
  await showSum(parts);
  page.querySelector('[data-sum-note]')!.textContent = `computed here: ${bandName(result.band)}`;
  page.querySelector('[data-lead]')!.textContent =
    'Your browser has just computed this score again, from the same inputs, by the published rules, without asking our server for the answer.';
  const failed = report.checks.find(({ ok }) => !ok);
  if (failed === undefined && result.final_score === data.statement.final_score) {
    say(
      equal,
      'passed',
      'Equal',
      `The published score is ${data.statement.final_score} as well, to the last hundredth.`,
    );
  } else say(equal, 'failed', 'Different', failed?.detail ?? 'The published score is another one.');
  const passed = (name: string) => report.checks.find(({ check }) => check === name)?.ok === true;
  mark(page, 'signature', passed('signature'));
  // The proof of inclusion leads to the root of a checkpoint that one of these keys signed.
  mark(page, 'log', passed('log'));
  mark(page, 'checkpoint', passed('log'));
  await markWitnesses(page, data.log?.checkpoint ?? '');
  alterable(page, { ...loaded, bytes, published });
}

function mark(page: HTMLElement, name: string, isPassed: boolean): void {
  const place = page.querySelector<HTMLElement>(`[data-check="${name}"]`);
  if (place) place.dataset.mark = isPassed ? 'passed' : 'failed';
}

async function markWitnesses(page: HTMLElement, checkpoint: string): Promise<void> {
  const texts = page.dataset.witnesses!.split(' ').filter((text) => text !== '');
  for (const text of texts) {
    // One by one, so that a line that does not verify says nothing about the other witnesses.
    const found = await openCosignatures(checkpoint, [await parseWitnessKey(text)]).catch(() => []);
    if (found.length > 0) mark(page, 'witnesses', true);
  }
}

function alterable(page: HTMLElement, loaded: Loaded & { bytes: Uint8Array; published: Recomputed }): void {
  const { at, to, input = '' } = page.dataset;
  const section = page.querySelector<HTMLElement>('[data-step-byte]')!;
  startAltering(section, { ...loaded, telling: { at: Number(at), to: Number(to) }, input });
}
