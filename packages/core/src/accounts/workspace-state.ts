// What members see of their workspace: its tier, what it still has to do, and its quotas.

import type { Context } from '../context/context.ts';
import type { Queries } from '../store/store.ts';
import { type QuotaStates, readQuotas } from './quota-state.ts';
import { newestSecret } from './signing-secret.ts';
import { type Acceptance, listAcceptances } from './terms.ts';
import { currentTerms, TERMS_KINDS } from './terms-texts.ts';
import type { Workspace } from './workspaces.ts';

/** Why it was suspended is for operators. */
export type WorkspaceState = Omit<Workspace, 'suspended_reason'> &
  QuotaStates & {
    terms: CurrentTerms[];
    signing_secret: { waits_for_admin: boolean; overlap_ends_at: number | null };
  };

export interface CurrentTerms extends Pick<Acceptance, 'kind' | 'version' | 'digest'> {
  accepted_at: number | null;
  accepted_by_name: string | null;
}

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

async function termsOf(db: Queries, workspaceId: string): Promise<CurrentTerms[]> {
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
