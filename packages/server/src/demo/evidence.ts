// Evidence documents of the demo world. Each states that it is fictional.

import type { GivenEvidence } from '@rf-indicators/core/desk/inputs/evidence';

/** The kinds of document that give each grade. */
const KINDS: Readonly<Record<string, string>> = {
  A: 'audited statements',
  B: 'attestation',
  C: 'prospectus',
  D: 'website',
  E: 'estimate',
};

/** The group of checks that the demo's desk makes for many providers at once. */
export const REGISTER_CHECK = 'public register';

/** What evidence of this grade needs: a kind of document that gives it and, for the best grades, a quote. */
export function documented(grade: string, quote: string): { kind: string; grade: string; quote?: string } {
  return { kind: KINDS[grade] ?? 'document', grade, ...(needsCopy(grade) && { quote }) };
}

/** Without a group it belongs to the provider whose values cite it. */
export function fictionalEvidence(
  title: string,
  date: string,
  grade: string,
  group: string | null = null,
): GivenEvidence {
  const text = `${title}, ${date}.\nA fictional document of the demo world; it describes no company.\n`;
  return {
    ...documented(grade, `${title}, ${date}.`),
    title,
    evidence_date: date,
    ...(group !== null && { group }),
    ...(needsCopy(grade) && { document: { bytes: Buffer.from(text), media_type: 'text/plain' } }),
  };
}

function needsCopy(grade: string): boolean {
  return !['D', 'E'].includes(grade);
}
