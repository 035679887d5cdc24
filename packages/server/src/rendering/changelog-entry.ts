// Converts a changelog row to the API format.

import type { ChangelogEntry } from '@rf-indicators/contract';
import type { ChangelogRow } from '@rf-indicators/core/desk/publication/changelog';
import * as core from '@rf-indicators/core/desk/publication/changelog-entry';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';

export function changelogEntry(row: ChangelogRow): ChangelogEntry {
  return core.changelogEntry(row, hundredths);
}
