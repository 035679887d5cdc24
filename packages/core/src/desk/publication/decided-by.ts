// Who stands behind a publication beside the person who publishes: somebody who voted for it.

import type { Actor } from '../../context/actor.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { decisionsOn } from '../committee/decisions.ts';
import { itemName, type Run } from '../committee/matter-items.ts';
import { needsCommittee } from '../runs/policy.ts';
import type { RunItem } from '../runs/run-items.ts';

/** Null if the committee decides nothing of it. Two people at least voted for each item, so one of them is somebody else. */
export async function decidedBy(
  db: Queries | Writes,
  run: Run,
  items: readonly RunItem[],
  actor: Actor,
): Promise<string | null> {
  const first = items.find(needsCommittee);
  if (first === undefined && run.kind !== 'correction') return null;
  const decisions = await decisionsOn(db, run, first && { providerId: first.provider_id });
  const decision = first === undefined ? [...decisions.values()][0] : decisions.get(itemName(first));
  return decision?.inFavour.find((id) => id !== actor.id) ?? null;
}
