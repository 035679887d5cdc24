// What analysts wrote beside a score, as external text for a model.

import type { Disclosures, Review } from '@rf-indicators/contract';
import { externalText, LONGEST } from './external-text.ts';

export function externalReview(review: Review | null): Review | null {
  return review && { ...review, reason: externalText(review.reason, LONGEST.sentence) };
}

export function externalRationale(rationale: string | null): string | null {
  return rationale === null ? null : externalText(rationale, LONGEST.paragraph);
}

export function externalDisclosures(disclosures: Disclosures | null): Disclosures | null {
  if (disclosures === null) return null;
  const text = (given: string) => externalText(given, LONGEST.paragraph);
  return {
    ...disclosures,
    responsible_team: text(disclosures.responsible_team),
    conflicts: text(disclosures.conflicts),
    conflict_handling: text(disclosures.conflict_handling),
    sources: text(disclosures.sources),
    framework_limits: text(disclosures.framework_limits),
  };
}
