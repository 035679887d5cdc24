// GET /why: one score recomputed in the reader's own browser, the package altered, the log, and what all this does not prove.

import { loadMethodology } from '@rf-indicators/engine';
import { bandName } from '@rf-indicators/web/charts/bands';
import { partsOf, type ScoreParts } from '@rf-indicators/web/charts/parts';
import { nameInLine } from '../../wire/one-line-texts.ts';
import { type Html, html } from '../html.ts';
import { layout } from '../layout.ts';
import { shortDay } from '../page-words.ts';
import type { Site } from '../site.ts';
import { bytePart } from './byte-part.ts';
import { computePart } from './compute-part.ts';
import { EXAMPLE_KEY } from './example.ts';
import { limitsSection, onwardSection } from './limits.ts';
import { logPart } from './log-part.ts';
import type { WhyView } from './view.ts';

export function whyPage(site: Site, view: WhyView): Html {
  const { answer, change, address, isExample, witnesses, specimens } = view;
  const { statement, verification_id: id, methodology } = answer.data;
  const framework = loadMethodology(methodology).document;
  const published = partsOf(answer.data.package.result, framework);
  const shown = specimens.find(({ isShown }) => isShown);
  return layout(site, {
    title: 'Why believe this',
    description:
      'You need not believe a score: compute it again in your browser, change one byte and see it break, and find it in the public log.',
    canonical: shown === undefined || shown === specimens[0] ? '/why' : `/why/${shown.slug}`,
    path: '/why',
    scripts: ['/assets/site/why.js'],
    main: html`<div class="why" data-why="${address}" data-id="${id}" data-at="${change.at}" data-to="${change.to}" data-input="${change.input ?? ''}" data-key="${isExample && EXAMPLE_KEY}" data-witnesses="${witnesses.map(({ key }) => key).join(' ')}">
<h1>Why believe this</h1>
<p class="lead">You need not. <span class="with-script" data-lead>Your browser computes this score again, from the same inputs, by the
published rules, without asking our server for the answer.</span><span class="without-script">Your browser can compute a score
again, from the same inputs, by the published rules. It has not checked this page, because it runs no scripts: the pictures below
were drawn by our server.</span></p>
${chooser(view)}
<p class="why-said muted"><span>${nameInLine(statement.provider_name)}: ${bandName(statement.risk_band)} · ${statement.final_score} · scored ${shortDay(statement.as_of)}</span>
${isExample ? html`<span class="id">${id}</span>` : html`<a class="id" href="/verify/${id}">${id}</a>`}</p>
${isExample && exampleNote()}
${computePart(published)}
${bytePart(view, published, brokenParts(view))}
${logPart(view, site)}
${limitsSection()}
${onwardSection(view)}
</div>`,
  });
}

function brokenParts({ broken, answer }: WhyView): ScoreParts | null {
  if ('unreadable' in broken || broken.scored === null) return null;
  return partsOf(broken.scored.result, answer.data.methodology);
}

/** Only with something to choose from. Scripts send the form at once. */
function chooser({ specimens }: WhyView): Html | null {
  if (specimens.length < 2) return null;
  return html`<form class="why-choice" action="/why">
<label for="specimen" class="visually-hidden">Score to compute again</label>
<select id="specimen" name="provider" data-specimens>${specimens.map(
    ({ slug, name, isShown }) =>
      html`<option value="${slug}"${isShown && html` selected`}>${nameInLine(name)}</option>`,
  )}</select>
<button class="secondary without-script">Show</button>
</form>`;
}

function exampleNote(): Html {
  return html`<p class="notice">This is an example that comes with the program, and not a published score: nobody has opened a package of this
service to everyone. Its provider, its figures and its log are made up, and its signing key is no secret.</p>`;
}
