// Rotates, upgrades and revokes API keys.

import { effectiveTier, TIERS, type Tier } from '@rf-indicators/contract/tiers';
import { type Actor, actAs } from '../context/actor.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { readReason } from '../context/names.ts';
import { Refusal } from '../context/refusal.ts';
import type { Database } from '../store/schema.ts';
import type { Writes } from '../store/store.ts';
import { requireIssuable, requireTierOf } from './key-conditions.ts';
import { activeKeys, type IssuedKey, subjectOf, writeKey } from './keys.ts';
import { actingMember, type Member } from './members.ts';

const HOUR = 60 * 60 * 1000;
const DEFAULT_GRACE_HOURS = 24;
const LONGEST_GRACE_HOURS = 168;

export interface Rotated {
  issued: IssuedKey;
  replaced: { id: string; prefix: string; expires_at: number };
}

/** Issues a new key with the same attributes. The old key stays valid for a grace period, so that clients can switch. */
export function rotateKey(
  context: Context,
  member: Member,
  which: string,
  graceHours = DEFAULT_GRACE_HOURS,
): Promise<Rotated> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'keys.rotate');
    if (!(Number.isInteger(graceHours) && graceHours >= 0 && graceHours <= LONGEST_GRACE_HOURS)) {
      const range = `a whole number of hours from 0 to ${LONGEST_GRACE_HOURS}`;
      throw new Refusal('validation_failed', `The grace period of a rotated key must be ${range}.`);
    }
    const now = context.clock();
    const old = await activeKey(writes, workspace.id, which, now);
    if (await isReplaced(writes, old.id)) {
      throw new Refusal(
        'conflict',
        `${old.prefix}… has already been rotated and expires when its grace period ends.`,
      );
    }
    await requireIssuable(writes, workspace, { ...old, agent_scope: old.agent_scope === 1 }, now);
    const { workspace_id, name, tier, agent_scope, scope, hourly_limit } = old;
    const issued = await writeKey(context, writes, {
      ...{ workspace_id, name, tier, agent_scope, scope, hourly_limit, expires_at: old.expires_at },
      ...{ created_by: member.id, replaces: old.id },
    });
    const expires_at = Math.min(old.expires_at ?? Number.POSITIVE_INFINITY, now + graceHours * HOUR);
    await writes.updateTable('api_keys').set({ expires_at }).where('id', '=', old.id).execute();
    const before = { key: old.prefix, expires_at: old.expires_at };
    const after = { key: old.prefix, expires_at, replaced_by: issued.id };
    await recordAct(context, writes, member, 'key.rotated', subjectOf(old), before, after);
    const made = { workspace: workspace.id, name, tier, key: issued.prefix, replaces: old.id };
    await recordAct(context, writes, member, 'key.created', subjectOf(issued), null, made);
    return { issued, replaced: { id: old.id, prefix: old.prefix, expires_at } };
  });
}

/** Changes the tier in place: clients keep using the same key. */
export function upgradeKey(context: Context, member: Member, which: string, tier: Tier): Promise<void> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'keys.upgrade');
    if (!TIERS.includes(tier)) {
      throw new Refusal('validation_failed', `"${tier}" is not a tier. Tiers are ${TIERS.join(', ')}.`);
    }
    const key = await activeKey(writes, workspace.id, which, context.clock());
    requireTierOf(workspace, tier);
    // TIERS lists the tiers that a workspace can issue from the lowest to the highest.
    const current = effectiveTier(workspace.tier, key.tier);
    if (TIERS.indexOf(tier) <= TIERS.indexOf(current)) {
      throw new Refusal(
        'conflict',
        `${key.prefix}… already has the ${current} tier, and ${tier} is not higher.`,
      );
    }
    await writes.updateTable('api_keys').set({ tier }).where('id', '=', key.id).execute();
    await recordAct(context, writes, member, 'key.raised', subjectOf(key), { tier: key.tier }, { tier });
  });
}

/** Immediately, without a grace period. */
export function revokeKey(context: Context, member: Member, which: string): Promise<void> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'keys.revoke');
    const revoked_at = context.clock();
    const { id, name, prefix } = await activeKey(writes, workspace.id, which, revoked_at);
    await writes.updateTable('api_keys').set({ revoked_at }).where('id', '=', id).execute();
    await recordAct(context, writes, member, 'key.revoked', subjectOf({ id }), { name, key: prefix }, null);
  });
}

/** For a key of any workspace, also of a suspended one. A name is not accepted, because workspaces may share it. */
export async function revokeKeyByOperator(
  context: Context,
  actor: Actor,
  which: string,
  given: string,
): Promise<{ workspace: string; key: string }> {
  const reason = readReason(given);
  return actAs(context, actor, 'keys.revoke_by_operator', async (writes) => {
    const found = await writes
      .selectFrom('api_keys')
      .innerJoin('workspaces', 'workspaces.id', 'api_keys.workspace_id')
      .select(['api_keys.id', 'api_keys.name', 'prefix', 'revoked_at', 'workspaces.name as workspace'])
      .where(({ eb, or }) => or([eb('api_keys.id', '=', which), eb('prefix', '=', which)]))
      .execute();
    const keys = found.filter(({ revoked_at }) => revoked_at === null);
    if (keys.length > 1) {
      const choices = keys.map(({ workspace, id }) => `${id} (${workspace})`).join(', ');
      throw new Refusal('conflict', `Several keys begin with "${which}". Choose one by its id: ${choices}.`);
    }
    const [key] = keys;
    if (key === undefined) {
      if (found.length > 0) throw new Refusal('conflict', 'This key has already been revoked.');
      throw new Refusal('not_found', `No key has the id or prefix "${which}".`);
    }
    const { id, name, prefix, workspace } = key;
    await writes.updateTable('api_keys').set({ revoked_at: context.clock() }).where('id', '=', id).execute();
    const before = { name, key: prefix };
    await recordAct(context, writes, actor, 'key.revoked', subjectOf({ id }), before, { reason });
    return { workspace, key: id };
  });
}

/** By id, prefix or name. A rotated key and its replacement share a name, so a name can be ambiguous. */
async function activeKey(
  writes: Writes,
  workspaceId: string,
  which: string,
  now: number,
): Promise<Database['api_keys']> {
  const found = (await activeKeys(writes, workspaceId, now)).filter(
    ({ id, prefix, name }) => id === which || prefix === which || name === which,
  );
  if (found.length === 1) return found[0]!;
  if (found.length === 0) {
    throw new Refusal('not_found', `No active key has the id, prefix or name "${which}".`);
  }
  const choices = found.map(({ prefix, id }) => `${prefix}… (${id})`).join(', ');
  throw new Refusal('conflict', `Several active keys are called "${which}". Choose one: ${choices}.`);
}

async function isReplaced(writes: Writes, id: string): Promise<boolean> {
  const by = await writes.selectFrom('api_keys').select('id').where('replaces', '=', id).executeTakeFirst();
  return by !== undefined;
}
