// The one sentence that a reader came for.

import type { Verification } from '@rf-indicators/contract';
import { dayInWords } from '../words.ts';
import type { Check } from './checks.ts';

export interface Verdict {
  sentence: string;
  explanation: string;
}

export const NOT_OURS = 'Not one of ours';

export function verdictOn(proof: Verification, checks: readonly Check[]): Verdict {
  if (!checks.every(({ holds }) => holds)) {
    return {
      sentence: 'Altered, or not ours',
      explanation: 'A check below failed. Do not rely on this indicator, and tell us where you found it.',
    };
  }
  const published = `We published this indicator on ${dayInWords(proof.published_at)}`;
  const { superseded_by, withdrawal } = proof.followed_by;
  switch (proof.state) {
    case 'current':
      return {
        sentence: 'Genuine and current',
        explanation: `${published}, and it stands: nothing has replaced, corrected or withdrawn it.`,
      };
    case 'superseded':
      return {
        sentence: 'Genuine, superseded',
        explanation:
          superseded_by === null
            ? `${published} to restate the past; a newer one stood already.`
            : `${published}. A newer one has taken its place.`,
      };
    case 'corrected':
      return {
        sentence: 'Genuine, later corrected',
        explanation: `${published}. What it said was wrong, and another indicator restates it.`,
      };
    case 'withdrawn':
      return {
        sentence: 'Genuine, withdrawn',
        explanation: `${published}, and took it back${withdrawal === null ? '' : ` on ${dayInWords(withdrawal.withdrawn_at)}`}. Do not rely on it.`,
      };
  }
}
