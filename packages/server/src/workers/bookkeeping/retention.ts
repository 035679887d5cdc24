// Deletes what is no longer needed. Only the leader does this, by a clock that is steady.

import { deleteCalls, KEPT_CALL_DAYS } from '@rf-indicators/core/accounts/agent-calls';
import { deleteFailedCalls, KEPT_FAILURE_DAYS } from '@rf-indicators/core/accounts/failed-calls';
import type { Context } from '@rf-indicators/core/context/context';
import { forgetAnswers } from '@rf-indicators/core/context/idempotent-answers';
import { deleteExpiredSignIns } from '@rf-indicators/core/identity/expired';
import { forgetNodes } from '@rf-indicators/core/nodes/registry';
import { forgetSpans } from '../../http/limits/memory/saved-windows.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

export async function deleteExpired(context: Context): Promise<void> {
  const { store, clock } = context;
  const now = clock();
  await forgetSpans(store, now - HOUR);
  await forgetAnswers(store, now - DAY);
  await deleteCalls(store, now - KEPT_CALL_DAYS * DAY);
  await deleteFailedCalls(store, now - KEPT_FAILURE_DAYS * DAY);
  await store.transaction((writes) => forgetNodes(writes, store.kind, now));
  await deleteExpiredSignIns(context);
}
