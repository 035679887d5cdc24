// Values of inputs in words, with their units.

import { inputValue, singular } from '../../ui/words.ts';

export { singular };

/** "18.00 percent", "1 day" or "on terms"; the unit of an option is empty. */
export function quantity(value: string, unit: string): string {
  return singular(`${inputValue(value)} ${unit}`.trim());
}
