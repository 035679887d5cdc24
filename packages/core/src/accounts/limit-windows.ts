// The names of rate-limit windows: one for all keys of a tier in a workspace, one for a key with its own limit, and one
// for a person who reads with a session.

import { TIERS, type Tier } from '@rf-indicators/contract/tiers';

/** A workspace is notified when it has used this part of its limit. */
export const NEARLY_USED = 0.8;

export function sharedWindowId(workspaceId: string, tier: Tier): string {
  return `${workspaceId} ${tier}`;
}

export function ownWindowId(keyId: string): string {
  return `key ${keyId}`;
}

/** `person` is as sessions name people: members/ID. */
export function personWindowId(person: string): string {
  return `person ${person}`;
}

/** Null if it is not the window of a workspace. */
export function readSharedWindowId(id: string): { workspaceId: string; tier: Tier } | null {
  const [workspaceId, name] = id.split(' ');
  const tier = TIERS.find((one) => one === name);
  return workspaceId === undefined || tier === undefined ? null : { workspaceId, tier };
}
