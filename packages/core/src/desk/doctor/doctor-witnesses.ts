// Doctor check of the witnesses: enough of them cosigned the newest checkpoint.

import { lacksCosignatures, readCosigning } from '../../log/cosignatures.ts';
import { readWitnesses, type WitnessSetting } from '../../log/witnesses.ts';
import type { Queries } from '../../store/store.ts';
import { ok, type Verdict, warn } from './doctor-verdict.ts';

export async function checkWitnesses(
  db: Queries,
  settings: readonly WitnessSetting[],
  quorum: number,
  now: number,
): Promise<Verdict> {
  const witnesses = await readWitnesses(settings);
  const state = await readCosigning(db);
  const names = state.cosignedBy.length === 0 ? 'none' : state.cosignedBy.join(', ');
  const what = `${state.cosignedBy.length} of ${witnesses.length} cosigned the newest checkpoint (${names}), ${quorum} required`;
  if (state.checkpointAt === null) return ok('there is no checkpoint to cosign yet');
  if (!lacksCosignatures(state, quorum, now)) return ok(what);
  return warn(what, 'look for the witnesses in the log of rf serve, which asks them once a minute');
}
