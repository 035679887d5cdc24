// The verdict at the top of a verification page, and its explanation.

import type { Verification } from '@rf-indicators/contract';
import { scoreInWords } from '../../wire/one-line-texts.ts';
import { sentence, shortDay } from '../page-words.ts';
import type { Check } from './checks.ts';
import type { Mark } from './marks.ts';

export interface Verdict {
  mark: Mark;
  sentence: string;
  explanation: string;
}

export const NO_SUCH_ID = 'No indicator has this id';
export const ALTERED = 'Altered, or not ours';
export const NOT_CHECKED = 'Could not be checked here';

/** `now` is the current indicator of the provider, if it is another one and could be read. */
export function verdictOn(proof: Verification, checks: readonly Check[], now?: Verification): Verdict {
  if (checks.some(({ passed }) => passed === false)) {
    return {
      mark: 'failed',
      sentence: ALTERED,
      explanation:
        'At least one check below failed. Do not rely on this indicator, and tell us where you found it.',
    };
  }
  const published = `We published this indicator on ${shortDay(proof.published_at)}`;
  const { superseded_by, withdrawal, renewed_by } = proof.followed_by;
  if (proof.stale_since !== null && (proof.state === 'current' || proof.state === 'superseded')) {
    return {
      mark: 'attention',
      sentence: `Genuine, stale since ${shortDay(proof.stale_since)}`,
      explanation: `${published}. ${
        proof.state === 'current'
          ? 'It has not been superseded, corrected or withdrawn'
          : 'It has been renewed since, with the same score'
      }, but it is stale. ${sentence(proof.stale_reason!)}`,
    };
  }
  switch (proof.state) {
    case 'current':
      return {
        mark: 'passed',
        sentence: 'Genuine and current',
        explanation: `${published}. It is current: it has not been superseded, corrected or withdrawn.`,
      };
    case 'superseded':
      if (renewed_by !== null) {
        return {
          mark: 'passed',
          sentence: 'Genuine, renewed since, same score',
          explanation: `${published}. We have since published it again with newer evidence. Score, band and caps are the same.`,
        };
      }
      return {
        mark: 'attention',
        sentence: supersededInWords(now),
        explanation:
          superseded_by === null
            ? `${published} to correct an earlier indicator. A newer indicator was already current.`
            : `${published}. A newer indicator has replaced it.`,
      };
    case 'corrected':
      return {
        mark: 'attention',
        sentence: 'Genuine, later corrected',
        explanation: `${published}. It contained an error, and another indicator corrects it.`,
      };
    case 'withdrawn':
      return {
        mark: 'attention',
        sentence: `Genuine, withdrawn${withdrawal === null ? '' : ` on ${shortDay(withdrawal.withdrawn_at)}`}`,
        explanation: `${published}, and later withdrew it. Do not rely on it.`,
      };
  }
}

/** "Genuine, the score is now Medium risk · 71.20". A provider that was withdrawn later has no score now. */
function supersededInWords(now: Verification | undefined): string {
  if (now === undefined) return 'Genuine, superseded';
  const { risk_band, final_score } = now.statement;
  return `Genuine, the score is now ${scoreInWords(risk_band, Math.round(Number(final_score) * 100))}`;
}
