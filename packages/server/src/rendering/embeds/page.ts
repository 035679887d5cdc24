// GET /embed/{slug}: a small page for a frame on pages of others. It has no script, sets no cookie, and asks for nothing but its style
// sheet and its font.

import { formatHundredths } from '@rf-indicators/engine';
import { bandChip } from '../pages/bands.ts';
import { Html, html } from '../pages/html.ts';
import { shortDay } from '../pages/page-words.ts';
import { isDemo, type Site } from '../pages/site.ts';
import { nameInLine } from '../wire/one-line-texts.ts';
import { stateInWords } from './chart.ts';
import type { Embedded } from './embedded.ts';
import { endDotBeside, plot } from './plot.ts';
import type { Theme } from './theme.ts';

const PLOT = { x: 0, y: 0, width: 448, height: 72 };

export function embedPage(site: Site, embedded: Embedded, theme: Theme): Html {
  const { name, slug, current, history } = embedded;
  const line = nameInLine(name);
  const isEmpty = history.steps.length === 0;
  const label = isEmpty
    ? 'No score in the last year'
    : `Step line of the score from ${shortDay(history.since)} to today, from 0 to 100`;
  return frame(
    theme,
    `${line} · ${site.name}`,
    html`<h1>${outward(`${site.baseUrl}/providers/${slug}`, line)}</h1>
<p class="headline">${
      current === null
        ? html`<strong class="word">Withdrawn</strong>`
        : html`<span class="figure">${formatHundredths(current.score)}</span> ${bandChip(current.band)}`
    } <span class="${current?.staleSince == null ? 'note' : 'note marked'}">${stateInWords(embedded)}</span></p>
<svg class="plot" role="img" aria-label="${label}"><svg viewBox="0 0 ${PLOT.width} ${PLOT.height}" preserveAspectRatio="none">${new Html(plot(history, PLOT))}</svg>${new Html(endDotBeside(current, PLOT))}</svg>
<p class="note ends"><span>${isEmpty ? 'No score in the last year' : shortDay(history.since)}</span><span>0 to 100, higher is safer</span></p>
<p class="note foot">${current !== null && html`${outward(`${site.baseUrl}/verify/${current.verificationId}`, 'Check this score')} · `}${outward(`${site.baseUrl}/`, site.name)} ·
${isDemo(site) ? 'Demonstration: fictional.' : 'Not a credit rating, and not advice.'}</p>`,
  );
}

export function embedNotFoundPage(site: Site, theme: Theme): Html {
  return frame(
    theme,
    `No score · ${site.name}`,
    html`<h1>No score here</h1>
<p>No score is published under this address. ${outward(`${site.baseUrl}/`, 'See all scores')}</p>`,
  );
}

function frame(theme: Theme, title: string, main: Html): Html {
  const chosen = theme === 'auto' ? null : html` data-theme="${theme}"`;
  return html`<!doctype html>
<html lang="en"${chosen}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme === 'auto' ? 'light dark' : theme}">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="preload" href="/assets/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="/assets/embed.css">
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

/** A frame cannot show a page of this site, so its links open a page of their own. */
function outward(url: string, label: string): Html {
  return html`<a href="${url}" target="_blank" rel="noopener">${label}</a>`;
}
