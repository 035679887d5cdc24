// What members see of their workspace: its tier, what it still has to do, and its quotas.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { TIER_TERMS, TIERS, type Tier } from '@rf-indicators/contract/tiers';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries } from '../store/store.ts';
import { listKeys } from './keys.ts';
import { ownWindowId, sharedWindowId } from './limit-windows.ts';
import { actingMember, type Member } from './members.ts';
import { newestSecret, showSigningSecret } from './signing-secret.ts';
import { listAcceptances } from './terms.ts';
import { currentTerms, TERMS_KINDS } from './terms-texts.ts';
import { subjectOf, type Workspace } from './workspaces.ts';

/** Why it was suspended is for operators. */
export type WorkspaceState = DomainAnswerOf<'workspaces.show'>;

export async function showWorkspace(
  { store, clock }: Context,
  { suspended_reason: _, ...workspace }: Workspace,
): Promise<WorkspaceState> {
  const { db } = store;
  const now = clock();
  return {
    ...workspace,
    terms: await termsOf(db, workspace.id),
    signing_secret: await signingSecretOf(db, workspace.id, now),
    ...(await readQuotas(db, workspace.id, now)),
  };
}

async function termsOf(db: Queries, workspaceId: string): Promise<WorkspaceState['terms']> {
  const accepted = (await listAcceptances(db, workspaceId)).filter(({ current }) => current);
  return TERMS_KINDS.map((kind) => {
    const { version, digest } = currentTerms(kind);
    const found = accepted.find((acceptance) => acceptance.kind === kind);
    return {
      kind,
      version,
      digest,
      accepted_at: found?.accepted_at ?? null,
      accepted_by_name: found?.accepted_by_name ?? null,
    };
  });
}

async function signingSecretOf(
  db: Queries,
  workspaceId: string,
  now: number,
): Promise<WorkspaceState['signing_secret']> {
  const { shown_at } = await newestSecret(db, workspaceId);
  const retiring = await db
    .selectFrom('workspace_secrets')
    .select('retires_at')
    .where('workspace_id', '=', workspaceId)
    .where('retires_at', '>', now)
    .executeTakeFirst();
  return { waits_for_admin: shown_at === null, overlap_ends_at: retiring?.retires_at ?? null };
}

const HOUR = 60 * 60 * 1000;
/** A saved request has two characters. */
const CHARACTERS = 2;

type QuotaStates = Pick<WorkspaceState, 'quotas' | 'own_limits'>;
type QuotaState = Pick<QuotaStates['quotas'][number], 'limit' | 'used' | 'next_at'>;

/** How many requests of the last hour a workspace has used, from the windows that the service saves every second. */
async function readQuotas(db: Queries, workspaceId: string, now: number): Promise<QuotaStates> {
  const keys = await listKeys(db, workspaceId, { activeAt: now });
  const ofTier = (tier: Tier) => keys.filter(({ effective_tier }) => effective_tier === tier);
  const limited = keys.flatMap(({ id, effective_tier, hourly_limit }) =>
    hourly_limit !== null && hourly_limit < TIER_TERMS[effective_tier].requestsPerHour
      ? [{ key_id: id, limit: hourly_limit }]
      : [],
  );
  const tiers = TIERS.filter((tier) => ofTier(tier).length > 0);
  const windows = [
    ...tiers.map((tier) => sharedWindowId(workspaceId, tier)),
    ...limited.map(({ key_id }) => ownWindowId(key_id)),
  ];
  const saved = await readSaved(db, windows, now - HOUR);
  const stateOf = (window: string, limit: number): QuotaState => {
    const { used, oldest } = saved.get(window) ?? { used: 0, oldest: now };
    return { limit, used, next_at: used < limit ? null : oldest + HOUR };
  };
  return {
    quotas: tiers.map((tier) => ({
      tier,
      keys: ofTier(tier).length,
      ...stateOf(sharedWindowId(workspaceId, tier), TIER_TERMS[tier].requestsPerHour),
    })),
    own_limits: limited.map(({ key_id, limit }) => ({ key_id, ...stateOf(ownWindowId(key_id), limit) })),
  };
}

/** All processes together, counted in whole seconds. */
async function readSaved(
  db: Queries,
  windows: readonly string[],
  since: number,
): Promise<Map<string, { used: number; oldest: number }>> {
  if (windows.length === 0) return new Map();
  const rows = await db
    .selectFrom('limit_spans')
    .select('window_id')
    .select(({ fn }) => [
      fn.sum<number | string>(fn<number>('length', ['times'])).as('characters'),
      fn.min('second').as('oldest'),
    ])
    .where('window_id', 'in', windows)
    .where('second', '>', since)
    .groupBy('window_id')
    .execute();
  return new Map(
    rows.map(({ window_id, characters, oldest }) => [
      window_id,
      { used: Number(characters) / CHARACTERS, oldest: Number(oldest) },
    ]),
  );
}

/**
 * Shows the first signing secret to a Contract Admin who signs in. A person who claims a workspace with a code sees the
 * secret with the claim; a person who was invited by email asks for it once.
 */
export function showSecretOnce(context: Context, member: Member, masterKey: MasterKey): Promise<string> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'workspaces.show_secret');
    const secret = await showSigningSecret(context, writes, masterKey, workspace.id);
    await recordAct(context, writes, member, 'workspace.secret_shown', subjectOf(workspace), null, null);
    return secret;
  });
}
