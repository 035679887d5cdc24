// A row of the due board, and how it is named.

import type { AnswerOf } from '@rf-indicators/contract/acts';

export type BoardRow = AnswerOf<'due.list'>['data'][number];

export function keyOf({ slug, input }: { slug: string; input: string }): string {
  return `${slug} ${input}`;
}
