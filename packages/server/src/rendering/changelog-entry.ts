// Converts a changelog row to the API format.

import type { ChangelogEntry } from '@rf-indicators/contract';
import type { ChangelogRow } from '@rf-indicators/core/desk/publication/changelog';
import * as core from '@rf-indicators/core/desk/publication/changelog-entry';
import { hundredths } from './wire/numbers.ts';

export function changelogEntry(row: ChangelogRow): ChangelogEntry {
  return core.changelogEntry(row, hundredths);
}
