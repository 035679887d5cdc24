// Evidence documents of the demo world. Each states that it is fictional.

import type { GivenEvidence } from '@rf-indicators/core/desk/inputs/evidence';

export function fictionalEvidence(title: string, date: string, grade: string): GivenEvidence {
  const text = `${title}, ${date}.\nA fictional document of the demo world; it describes no company.\n`;
  const needsCopy = !['D', 'E'].includes(grade);
  return {
    kind: 'demo document',
    title,
    evidence_date: date,
    grade,
    ...(needsCopy && { document: { bytes: Buffer.from(text), media_type: 'text/plain' } }),
  };
}
