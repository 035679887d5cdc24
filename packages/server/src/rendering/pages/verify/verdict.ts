// The verdict at the top of a verification page, and its explanation.

import type { Verification } from '@rf-indicators/contract';
import { dayInWords, sentence } from '../words.ts';
import type { Check } from './checks.ts';

export interface Verdict {
  sentence: string;
  explanation: string;
}

export const NOT_PUBLISHED = 'Not published by us';

export function verdictOn(proof: Verification, checks: readonly Check[]): Verdict {
  if (!checks.every(({ passed }) => passed)) {
    return {
      sentence: 'Altered, or not published by us',
      explanation:
        'At least one check below failed. Do not rely on this indicator, and tell us where you found it.',
    };
  }
  const published = `We published this indicator on ${dayInWords(proof.published_at)}`;
  const { superseded_by, withdrawal, renewed_by } = proof.followed_by;
  if (proof.stale_since !== null && (proof.state === 'current' || proof.state === 'superseded')) {
    return {
      sentence: `Genuine, and stale since ${dayInWords(proof.stale_since)}`,
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
        sentence: 'Genuine and current',
        explanation: `${published}. It is current: it has not been superseded, corrected or withdrawn.`,
      };
    case 'superseded':
      if (renewed_by !== null) {
        return {
          sentence: 'Genuine; renewed since, same score',
          explanation: `${published}. We have since published it again with newer evidence. Score, band and caps are the same.`,
        };
      }
      return {
        sentence: 'Genuine, superseded',
        explanation:
          superseded_by === null
            ? `${published} to correct an earlier indicator. A newer indicator was already current.`
            : `${published}. A newer indicator has replaced it.`,
      };
    case 'corrected':
      return {
        sentence: 'Genuine, later corrected',
        explanation: `${published}. It contained an error, and another indicator corrects it.`,
      };
    case 'withdrawn':
      return {
        sentence: 'Genuine, withdrawn',
        explanation: `${published}, and later withdrew it${withdrawal === null ? '' : ` on ${dayInWords(withdrawal.withdrawn_at)}`}. Do not rely on it.`,
      };
  }
}
