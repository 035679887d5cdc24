// Asks every witness to cosign the checkpoints that it has not seen, and stores the cosignatures that verify. Publishing
// never waits for it.

import { checkpointsAfter, cosignedSize, storeCosignature } from '@rf-indicators/core/log/cosignatures';
import { storedNodes } from '@rf-indicators/core/log/store';
import type { Witness } from '@rf-indicators/core/log/witnesses';
import { LeaseLost } from '@rf-indicators/core/nodes/fenced-store';
import type { Store } from '@rf-indicators/core/store/store';
import { consistencyProofFrom } from '@rf-indicators/engine';
import { type SubmissionResult, submitCheckpoint } from './witness-client.ts';

/** Checkpoints per witness and round. A witness that missed more continues with the newest ones. */
const MOST_AT_ONCE = 32;

/** Throws at the end if a witness did not cosign; the others are not affected. */
export async function collectCosignatures(
  store: Store,
  witnesses: readonly Witness[],
  clock: () => number,
): Promise<void> {
  const failures: string[] = [];
  let lost: LeaseLost | null = null;
  await Promise.all(
    witnesses.map((witness) =>
      collectFrom(store, witness, clock).catch((error: Error) => {
        if (error instanceof LeaseLost) {
          lost = error;
          return;
        }
        const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
        failures.push(`The witness ${witness.key.id} did not cosign: ${error.message}${cause}`);
      }),
    ),
  );
  // The witnesses are not to blame, and another node asks them.
  if (lost !== null) throw lost;
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

async function collectFrom(store: Store, witness: Witness, clock: () => number): Promise<void> {
  const { db } = store;
  let size = await cosignedSize(db, witness.key.id);
  // A new witness begins with the newest checkpoint. Later it gets each one, so that every publication is cosigned.
  const pending = await checkpointsAfter(db, size, size === 0 ? 1 : MOST_AT_ONCE);
  for (const { tree_size, note } of pending) {
    const submit = async (): Promise<SubmissionResult> =>
      submitCheckpoint(witness, {
        oldSize: size,
        proof:
          size === 0 || size === tree_size
            ? []
            : await consistencyProofFrom(size, tree_size, storedNodes(db)),
        checkpoint: note,
      });
    let result = await submit();
    if ('witnessSize' in result) {
      size = result.witnessSize;
      // Another process was faster, or an earlier answer was lost.
      if (size > tree_size) continue;
      result = await submit();
    }
    if ('witnessSize' in result)
      throw new Error(`its tree changed from ${size} to ${result.witnessSize} entries`);
    await storeCosignature(store, tree_size, result.cosignature, clock());
    size = tree_size;
  }
  const newest = pending.at(-1)?.tree_size ?? size;
  if (size > newest)
    throw new Error(
      `it has cosigned ${size} entries of this log, but the store has a checkpoint of ${newest}. The store may have been rolled back`,
    );
}
