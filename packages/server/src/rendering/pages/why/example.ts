// The package that the page recomputes where nobody has named a specimen: an example that comes with the program.

import { readFile } from 'node:fs/promises';

/** Its address. The file itself is one of the assets. */
export const EXAMPLE_ADDRESS = '/assets/examples/FX-01.json';
export const EXAMPLE_FILE = new URL('../../../../../../conformance/packages/FX-01.json', import.meta.url);
/** The key that signed it, whose seed is public. */
export const EXAMPLE_KEY = 'rf-example+b7da5f7f+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4';

let text: Promise<string> | null = null;

export function readExample(): Promise<string> {
  text ??= readFile(EXAMPLE_FILE, 'utf8');
  return text;
}
