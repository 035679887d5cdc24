// What a check of the service found, as a sentence beside the field.

import { withInputNames } from './input-names.ts';

/** The messages follow the name of a member, as in "value is missing". */
export function faultSentence(message: string): string {
  const named = withInputNames(message).replaceAll(
    /\/rows\/(\d+)\/value/g,
    (_, index) => `row ${Number(index) + 1}`,
  );
  const begun = /^(is|must|has|contradicts|requires) /.test(named) ? `This ${named}` : named;
  const text = begun.charAt(0).toUpperCase() + begun.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
