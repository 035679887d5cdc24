// Converts a changelog row to the API format.

import type { ChangelogEntry } from '@rf-indicators/contract';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import type { ChangelogRow } from '@rf-indicators/core/log/changelog';
import * as core from '@rf-indicators/core/log/changelog-entry';

export function changelogEntry(row: ChangelogRow): ChangelogEntry {
  return core.changelogEntry(row, hundredths);
}
