// Values of inputs in words, with their units.

import { inputValue } from '../../ui/words.ts';

/** Units that are counted; the others, such as percent, stay as they are. */
const COUNTED = /^1 (day|month|person)s$/;

/** "18.00 percent", "1 day" or "on terms"; the unit of an option is empty. */
export function quantity(value: string, unit: string): string {
  return singular(`${inputValue(value)} ${unit}`.trim());
}

/** The same for a value that has its unit already. */
export function singular(text: string): string {
  return text.replace(COUNTED, '1 $1');
}
