// Texts of a template that somebody must replace. They are marked in the file, so that none of them is ever taken for
// evidence.

export const PLACEHOLDER = 'PLACEHOLDER';

/** What templates wrote before placeholders were marked. */
export const FORMER_PLACEHOLDER = 'Example page: replace it with your evidence';

export function isPlaceholder(text: unknown): boolean {
  return (
    typeof text === 'string' && (text.trim().startsWith(PLACEHOLDER) || text.trim() === FORMER_PLACEHOLDER)
  );
}

export function placeholder(text: string): string {
  return `${PLACEHOLDER}: ${text}`;
}
