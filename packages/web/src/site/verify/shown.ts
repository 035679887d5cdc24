// The step that compares what a page shows with what was signed.

import { PROOF_MEANINGS } from '@rf-indicators/engine';
import { bandInWords, nameInLine } from './format.ts';
import type { Proof, Step } from './steps.ts';

type Shown = Readonly<Record<'name' | 'score' | 'band', string>>;

/** A document; tests run where there is none. */
interface Page {
  querySelector(selector: string): { textContent: string | null } | null;
}

export function whatPageShows(page: Page): Shown {
  const text = (selector: string) => page.querySelector(selector)?.textContent ?? '';
  return {
    name: text('[data-shown="name"]'),
    score: text('.score-headline .score-figure'),
    band: text('.score-headline .chip'),
  };
}

export function checkShown(
  { provider_name, final_score, risk_band }: Proof['statement'],
  shown: Shown,
): Step {
  const signed = { name: nameInLine(provider_name), score: final_score, band: bandInWords(risk_band) };
  const different = (['name', 'score', 'band'] as const).filter(
    (what) => signed[what] !== nameInLine(shown[what]),
  );
  return {
    step: 'shown',
    name: 'This page',
    result: different.length === 0 ? 'passed' : 'failed',
    found:
      different.length === 0
        ? 'Name, score and band on this page are those of the signed statement.'
        : different
            .map((what) => `The page shows the ${what} “${shown[what]}”, signed was “${signed[what]}”.`)
            .join(' '),
    meaning: PROOF_MEANINGS.shown,
    bytes: [['Signed name, score and band', `${signed.name}\n${signed.score}\n${signed.band}`]],
  };
}
