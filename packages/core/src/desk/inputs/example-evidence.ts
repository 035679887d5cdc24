// The evidence of templates: nothing but placeholders, which every path refuses until somebody replaces them.

import type { Methodology } from '@rf-indicators/engine';
import { placeholder } from '../../context/placeholders.ts';
import { GRADES_WITHOUT_COPY } from './evidence.ts';

export function exampleEvidence({ grades }: Methodology, today: string): Record<string, string | null> {
  const grade = GRADES_WITHOUT_COPY.find((one) => grades.has(one)) ?? [...grades.keys()].at(-1)!;
  return {
    kind: placeholder('website'),
    title: placeholder('title of the document'),
    evidence_date: today,
    grade,
    url: placeholder('https://example.com/terms'),
    page: null,
    quote: null,
  };
}
