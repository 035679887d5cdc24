/** Splits "a, b" into a list; undefined if nothing was given. */
export function readList(text: string | undefined): string[] | undefined {
  return text?.split(',').flatMap((part) => part.trim() || []);
}
