// Evidence for tests: with the kind of document and the quote that its grade takes.

import { documented } from '../../packages/server/src/demo/evidence.ts';

export { CONFIRMATION } from '../../packages/server/src/demo/read-and-approve.ts';

/** The members of evidence that follow from its grade. */
export function graded(grade: string) {
  return documented(grade, 'As the document has it.');
}

/** A template whose placeholders somebody has replaced, with what they suggest. */
export function filledIn<Given>(given: Given): Given {
  return JSON.parse(JSON.stringify(given).replaceAll('PLACEHOLDER: ', '')) as Given;
}
