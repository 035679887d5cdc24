// The evidence of templates, of a grade that needs no copy of a document.

import type { Methodology } from '@rf-indicators/engine';
import { GRADES_WITHOUT_COPY } from './evidence.ts';

export function exampleEvidence({ grades }: Methodology, today: string): Record<string, string | null> {
  const grade = GRADES_WITHOUT_COPY.find((one) => grades.has(one)) ?? [...grades.keys()].at(-1)!;
  return {
    kind: 'website',
    title: 'Example page: replace it with your evidence',
    evidence_date: today,
    grade,
    url: 'https://example.com/terms',
    page: null,
    quote: null,
  };
}
