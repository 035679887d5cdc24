// Why a provider has no score, in words.

import { inWords } from '../../ui/words.ts';

/** The reason is a text, or the errors of the entry checks as JSON. */
export function notScoredWords(detail: string | null): string {
  if (detail === null) return 'the reason is not recorded.';
  try {
    const { errors } = JSON.parse(detail) as { errors?: { message: string }[] };
    if (errors !== undefined) return `${errors.map(({ message }) => message).join('; ')}.`;
  } catch {
    // A text.
  }
  return `${inWords(detail)}.`;
}
