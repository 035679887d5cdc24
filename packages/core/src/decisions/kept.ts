// A kept call with everything from which its decisions follow, so that they can be made again offline.

import type { Policy, PolicySnapshot, SignedDecisions } from '@rf-indicators/engine';
import { Refusal } from '../context/refusal.ts';
import { versionByDigest } from '../policies/versions.ts';
import type { Queries } from '../store/store.ts';
import { readKeptSnapshots, readSigned } from './keep.ts';

export interface KeptDecisions extends SignedDecisions {
  policy: Policy;
  snapshots: PolicySnapshot[];
}

export async function readKept(db: Queries, workspaceId: string, id: string): Promise<KeptDecisions> {
  const signed = await readSigned(db, workspaceId, id);
  const version = signed && (await versionByDigest(db, workspaceId, signed.document.policy.digest));
  if (signed === null || version === null)
    throw new Refusal(
      'not_found',
      `The workspace has no decisions with the id ${id}, or they are not kept any more.`,
    );
  return { ...signed, policy: version.policy, snapshots: await readKeptSnapshots(db, signed) };
}
