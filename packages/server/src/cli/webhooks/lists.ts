/** "a, b" as a list; undefined where nothing was given. */
export function readList(text: string | undefined): string[] | undefined {
  return text?.split(',').flatMap((part) => part.trim() || []);
}
