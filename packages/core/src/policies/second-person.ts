// Whether the activation of a version takes two people, and who may be the second.

import { canonicalJson, type JsonValue, type Policy, type PolicyException } from '@rf-indicators/engine';
import { Refusal } from '../context/refusal.ts';
import type { Queries, Writes } from '../store/store.ts';
import { needsFourEyes } from './settings.ts';
import { activeRow, policyOf, type VersionRow } from './versions.ts';

/** Why it takes two people; null if one is enough. */
export type Because = 'four_eyes' | 'exceptions' | null;

export async function whySecondPerson(db: Queries | Writes, row: VersionRow): Promise<Because> {
  if (await needsFourEyes(db, row.workspace_id)) return 'four_eyes';
  const active = await activeRow(db, row.workspace_id, row.name);
  return hasNewExceptions(policyOf(row), active && policyOf(active)) ? 'exceptions' : null;
}

/** One that differs in anything from those of the active version counts as new, whether it is wider or not. */
function hasNewExceptions(policy: Policy, active: Policy | undefined): boolean {
  const known = new Set(active?.exceptions.map(textOf));
  return policy.exceptions.some((one) => !known.has(textOf(one)));
}

function textOf(exception: PolicyException): string {
  return canonicalJson(exception as unknown as JsonValue);
}

/** The second person has a hand in neither the version nor the request. */
export function requireAnotherPerson(memberId: string, { saved_by, asked_by }: VersionRow): void {
  if (memberId === asked_by)
    throw new Refusal('conflict', 'You asked for this activation. Another person must decide about it.');
  if (memberId === saved_by)
    throw new Refusal('conflict', 'You saved this version. Another person must decide about it.');
}
