// Finds the workspaces that have used most of their quota, among the windows that were used since the last look.

import { NEARLY_USED, readSharedWindowId } from '@rf-indicators/core/accounts/limit-windows';
import type { QuotaUse } from '@rf-indicators/core/accounts/quota-notices';
import type { Windows } from './memory/windows.ts';

export function highUse(windows: Windows, usedIds: Iterable<string>): QuotaUse[] {
  const found: QuotaUse[] = [];
  for (const id of usedIds) {
    const quota = readSharedWindowId(id);
    const state = windows.stateOf(id);
    if (quota === null || state === null) continue;
    const used = state.limit - state.remaining;
    if (used >= state.limit * NEARLY_USED) found.push({ ...quota, used, limit: state.limit });
  }
  return found;
}
