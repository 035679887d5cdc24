// A call for decisions: one policy, many providers, one signed document, kept before it is answered.

import {
  decide,
  decisionsDocument,
  type EvaluationRequest,
  type NamedSnapshot,
  requestDigest,
  type SignedDecisions,
  type Signer,
  signFormatted,
} from '@rf-indicators/engine';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import {
  activeNames,
  activeVersion,
  type PolicyVersion,
  shadowDrafts,
  versionByDigest,
} from '../policies/versions.ts';
import type { Queries } from '../store/store.ts';
import { countDecisions, keepDecisions, readSigned, type ShadowDecisions } from './keep.ts';
import { booksInScope, momentOf, type ReadBookProviders, withBooks } from './scope.ts';
import { type Snapshots, wholeSecond } from './snapshots.ts';

const DIGEST = /^[0-9a-f]{64}$/;

export interface EvaluationContext extends Context {
  snapshots: Snapshots;
  bookProviders: ReadBookProviders;
  signer: () => Promise<Signer>;
  /** How many bytes the kept calls of a workspace may take. */
  room: number;
}

export interface EvaluationCall {
  workspaceId: string;
  request: EvaluationRequest;
  idempotencyKey: string | null;
}

/** A repeated call gets the first document, with its old end. */
export async function evaluate(
  context: EvaluationContext,
  { workspaceId, request, idempotencyKey }: EvaluationCall,
): Promise<SignedDecisions> {
  const { store, clock } = context;
  const now = clock();
  const digest = await requestDigest(request);
  if (idempotencyKey !== null) {
    const before = await firstAnswer(store.db, workspaceId, idempotencyKey, digest);
    if (before !== null) return before;
  }
  const version = await versionFor(store.db, workspaceId, request.policy);
  const instant = request.at === null ? now : Date.parse(request.at);
  const { providers } = request;
  const drafts = DIGEST.test(request.policy) ? [] : await shadowDrafts(store.db, workspaceId, version.name);
  const policies = [version, ...drafts].map(({ policy }) => policy);
  const books = await booksInScope(context.bookProviders, workspaceId, policies, momentOf(instant, now));
  const read =
    instant < now
      ? await context.snapshots.past(providers, instant)
      : await context.snapshots.current(providers, now);
  const snapshots = await withBooks(read, books);
  const issue = { decision_id: context.newId(), workspace_id: workspaceId, issued_at: wholeSecond(now) };
  const document = await decisionsDocument(issue, request, version.policy, snapshots);
  const signed = { document, signature: await signFormatted(document, await context.signer()) };
  const shadow = drafts.map((draft) => shadowOf(draft, signed, snapshots));
  try {
    await store.transaction((writes) =>
      keepDecisions(writes, signed, { idempotencyKey, shadow, snapshots }, context.room),
    );
  } catch (error) {
    // The same call may have come twice at once.
    const first =
      idempotencyKey === null ? null : await firstAnswer(store.db, workspaceId, idempotencyKey, digest);
    if (first === null) throw error;
    return first;
  }
  return signed;
}

async function firstAnswer(
  db: Queries,
  workspaceId: string,
  key: string,
  digest: string,
): Promise<SignedDecisions | null> {
  const row = await db
    .selectFrom('policy_decisions')
    .select(['id', 'request_digest'])
    .where('workspace_id', '=', workspaceId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.request_digest !== digest)
    throw new Refusal(
      'conflict',
      'This Idempotency-Key was used for another call. Use a new key for each call, and the same one only to repeat it.',
    );
  return readSigned(db, workspaceId, row.id);
}

export async function versionFor(db: Queries, workspaceId: string, policy: string): Promise<PolicyVersion> {
  const isDigest = DIGEST.test(policy);
  const version = isDigest
    ? await versionByDigest(db, workspaceId, policy)
    : await activeVersion(db, workspaceId, policy);
  // A draft, or one that was stopped, decides nothing, whoever knows its digest.
  if (version !== null && ['active', 'replaced'].includes(version.state)) return version;
  const what = isDigest ? `policy that was activated with the digest ${policy}` : `active policy ${policy}`;
  const names = await activeNames(db, workspaceId);
  const others =
    names.length === 0 ? 'No policy of it is active.' : `Its active policies: ${names.join(', ')}.`;
  throw new Refusal('not_found', `The workspace has no ${what}. ${others}`);
}

function shadowOf(
  { version, digest, policy }: PolicyVersion,
  { document }: SignedDecisions,
  snapshots: readonly NamedSnapshot[],
): ShadowDecisions {
  const { at, exposure } = document;
  const decided = snapshots.map(({ snapshot }) => decide(policy, snapshot, { at, exposure }));
  return {
    version,
    digest,
    ...countDecisions(decided),
    others: decided.flatMap(({ provider, decision }, index) => {
      const instead_of = document.providers[index]!.decision;
      return decision === instead_of ? [] : [{ provider, decision, instead_of }];
    }),
  };
}
