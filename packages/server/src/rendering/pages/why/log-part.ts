// "Find it in the log": the strip of entries at scale, and what the browser checks about it.

import { coveredBy, hashes, logStrip } from '@rf-indicators/web/charts/log-strip';
import { drawn } from '../bands.ts';
import { type Html, html } from '../html.ts';
import { countInWords, listInWords, shortDay } from '../page-words.ts';
import { isDemo, type Site } from '../site.ts';
import { MARK } from '../verify/marks.ts';
import type { WhyView } from './view.ts';

export function logPart({ answer, isExample, witnesses }: WhyView, site: Site): Html {
  const { log, signature, published_at, statement } = answer.data;
  if (log === null || signature === null) return html``;
  const { index, tree_size } = log;
  const origin = log.checkpoint.split('\n', 1)[0]!;
  const day = shortDay(published_at ?? statement.as_of);
  return html`<section data-step-log>
<h2 class="why-step"><span>3</span> Find it in the log <small>log ${origin}, append-only</small></h2>
<p class="why-ends"><span class="muted">entry 0</span> <strong>entry ${countInWords(index)}: this score, ${day}</strong></p>
${drawn(logStrip(index, tree_size))}
<div class="why-bracket" aria-hidden="true"></div>
<p class="why-root muted">root of all ${countInWords(tree_size)} entries, signed: change, remove or reorder one entry, and the root is another</p>
<div class="why-checks">
${check('signature', 'Signed', html`The statement carries our signature.${secrecy(isExample || isDemo(site))}<span class="id">${signature.key_id}</span>`)}
${check('log', 'In the log', html`${hashes(coveredBy(index, tree_size).length)} stand for the ${others(tree_size - 1)} and lead to the root. <span class="id">${rootOf(log.checkpoint)}</span>`)}
${check('checkpoint', 'Checkpoint', html`${entries(tree_size)} under one signature. Keep it: a second history would contradict it.`)}
${witnessCheck(witnesses, isExample)}
</div>
<p class="without-script muted">Our server drew this picture. Your browser has not checked this.</p>
</section>`;
}

function check(step: string, title: string, text: Html): Html {
  return html`<div class="why-check" data-check="${step}" data-mark="unchecked"><h3>${MARK}${title}</h3><p>${text}</p></div>`;
}

function witnessCheck(witnesses: WhyView['witnesses'], isExample: boolean): Html {
  const names = listInWords(witnesses.map(({ name }) => name));
  const cosigned = witnesses.filter(({ cosignedAt }) => cosignedAt !== null).map(({ name }) => name);
  const text =
    witnesses.length === 0
      ? `None ${isExample ? 'in this example' : 'yet'}. A witness is somebody else who signs that the log only grew.`
      : cosigned.length === 0
        ? `${names} ${witnesses.length === 1 ? 'has' : 'have'} not signed this checkpoint yet.`
        : `${listInWords(cosigned)} signed that the log only grew.`;
  return html`<div class="why-check${cosigned.length === 0 && ' is-open'}" data-check="witnesses" data-mark="unchecked"><h3>${MARK}Witness</h3><p>${text}</p></div>`;
}

function secrecy(isKnown: boolean): string {
  return isKnown ? ' The signing key here is no secret. ' : ' ';
}

function entries(count: number): string {
  return `${countInWords(count)} ${count === 1 ? 'entry' : 'entries'}`;
}

function others(count: number): string {
  return count === 1 ? 'other entry' : `${countInWords(count)} other entries`;
}

/** The third line of a checkpoint. */
function rootOf(checkpoint: string): string {
  const root = checkpoint.split('\n')[2]!;
  return `${root.slice(0, 12)}…${root.slice(-6)}`;
}
