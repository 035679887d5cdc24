// Drafts of policies: saved, discarded, and decided in the shadow.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import {
  canonicalJson,
  type JsonValue,
  type Policy,
  policyDigest,
  policyFindings,
  policyProblems,
} from '@rf-indicators/engine';
import { actingMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { requirePlainTexts } from '../context/names.ts';
import { Refusal } from '../context/refusal.ts';
import type { Writes } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import { noBooks, type RequireBookInScope, requireBookOf } from './book-scope.ts';
import { type DescribedVersion, describeVersion, noPolicy } from './describe.ts';
import { whySecondPerson } from './second-person.ts';
import { openRow, policyOf, type VersionRow } from './versions.ts';

const NOT_VALID = 'The policy is not valid.';
const LONGEST_DOCUMENT = 256 * 1024;
const MOST_POLICIES = 100;

export interface DraftToSave {
  /** With or without a version, which is not counted. */
  document: Readonly<Record<string, unknown>>;
  /** The digest of the draft that was edited. */
  seen?: string | undefined;
}

/**
 * Takes the place of the draft of the same name, whose activation has to be asked for again. The topic moves first: of two
 * first drafts that are saved at once, the second waits, and then finds the first.
 */
export function savePolicy(
  context: Context,
  member: Member,
  { document, seen }: DraftToSave,
  requireBook: RequireBookInScope = noBooks,
): Promise<DomainAnswerOf<'policies.save'>> {
  const policy = requireValid(document);
  const { name } = policy;
  // Before the transaction, because others wait for it.
  const findings = policyFindings(policy);
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'policies.save');
    const { workspace } = acting;
    await moveTopic(writes, 'access');
    await requireBookOf(requireBook, writes, acting, policy);
    const open = await openRow(writes, workspace.id, name);
    requireSeen(open, seen, name);
    const version = open?.version ?? (await nextVersion(writes, workspace.id, name));
    const complete: Policy = { ...policy, version };
    const saved: VersionRow = {
      ...{ workspace_id: workspace.id, name, version, digest: await policyDigest(complete) },
      document: canonicalJson(complete as unknown as JsonValue),
      ...{ state: 'draft', is_shadow: open?.is_shadow ?? 0 },
      ...{ saved_at: context.clock(), saved_by: member.id, asked_at: null, asked_by: null },
      ...{ refused_reason: null, activated_at: null, activated_by: null },
      ...{ stop_asked_by: null, replaced_at: null },
    };
    if (open === undefined) await writes.insertInto('policy_versions').values(saved).execute();
    else await changeVersion(writes, open, saved);
    const before = open === undefined ? null : recordOf(open);
    await recordAct(context, writes, member, 'policy.saved', subjectOf(workspace), before, recordOf(saved));
    const second_person = await whySecondPerson(writes, saved);
    return { ...(await describeVersion(writes, saved)), findings, second_person };
  });
}

function requireValid(document: Readonly<Record<string, unknown>>): Policy {
  requirePlainTexts(document, NOT_VALID);
  // The number is set when it is saved.
  const policy = { ...document, version: 1 };
  const details = policyProblems(policy).map(({ pointer, ...problem }) => ({ place: pointer, ...problem }));
  if (details.length > 0) throw new Refusal('validation_failed', NOT_VALID, details);
  if (JSON.stringify(policy).length > LONGEST_DOCUMENT)
    throw new Refusal('validation_failed', `A policy may have at most ${LONGEST_DOCUMENT / 1024} KiB.`);
  return policy as unknown as Policy;
}

/** So that nobody overwrites what a colleague changed meanwhile. */
function requireSeen(open: VersionRow | undefined, seen: string | undefined, name: string): void {
  if (seen === undefined || open?.digest === seen) return;
  throw new Refusal('conflict', `Somebody changed the draft of ${name} since you read it. Read it again.`);
}

/** Discarded versions count, so that a number means one document for ever. */
async function nextVersion(writes: Writes, workspaceId: string, name: string): Promise<number> {
  const own = writes.selectFrom('policy_versions').where('workspace_id', '=', workspaceId);
  const { newest } = await own
    .select(({ fn }) => fn.max('version').as('newest'))
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  if (newest !== null) return newest + 1;
  const { policies } = await own
    .select(({ fn }) => fn.count<number>('name').distinct().as('policies'))
    .executeTakeFirstOrThrow();
  if (Number(policies) < MOST_POLICIES) return 1;
  throw new Refusal('conflict', `A workspace may have at most ${MOST_POLICIES} policies.`);
}

export function discardDraft(
  context: Context,
  member: Member,
  { name, digest }: { name: string; digest?: string | undefined },
): Promise<DescribedVersion> {
  return context.store.transaction(async (writes) => {
    const { workspace } = await actingMember(writes, member, 'policies.discard');
    const open = await requireOpen(writes, workspace.id, name, digest);
    const discarded = await changeVersion(writes, open, { state: 'discarded', is_shadow: 0 });
    await recordAct(context, writes, member, 'policy.discarded', subjectOf(workspace), recordOf(open), null);
    return describeVersion(writes, discarded);
  });
}

export function setShadow(
  context: Context,
  member: Member,
  { name, off = false }: { name: string; off?: boolean | undefined },
  requireBook: RequireBookInScope = noBooks,
): Promise<DescribedVersion> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'policies.shadow');
    const { workspace } = acting;
    const open = await requireOpen(writes, workspace.id, name);
    if (!off) await requireBookOf(requireBook, writes, acting, policyOf(open));
    const is_shadow = off ? 0 : 1;
    if (open.is_shadow === is_shadow)
      throw new Refusal(
        'conflict',
        `The draft of ${name} is ${off ? 'not decided' : 'decided'} in the shadow already.`,
      );
    const changed = await changeVersion(writes, open, { is_shadow });
    const after = { ...recordOf(changed), shadow: !off };
    await recordAct(context, writes, member, 'policy.shadow_set', subjectOf(workspace), null, after);
    return describeVersion(writes, changed);
  });
}

/** The draft; with a digest, only if it is the one that was read. */
export async function requireOpen(
  writes: Writes,
  workspaceId: string,
  name: string,
  digest?: string,
): Promise<VersionRow> {
  const open = await openRow(writes, workspaceId, name);
  if (open === undefined) {
    const any = writes
      .selectFrom('policy_versions')
      .select('version')
      .where('workspace_id', '=', workspaceId);
    const found = await any.where('name', '=', name).limit(1).executeTakeFirst();
    throw found === undefined ? noPolicy(name) : new Refusal('conflict', `The policy ${name} has no draft.`);
  }
  requireSeen(open, digest, name);
  return open;
}

export async function changeVersion(
  writes: Writes,
  row: VersionRow,
  changes: Partial<VersionRow>,
): Promise<VersionRow> {
  await writes
    .updateTable('policy_versions')
    .set(changes)
    .where('workspace_id', '=', row.workspace_id)
    .where('name', '=', row.name)
    .where('version', '=', row.version)
    .execute();
  return { ...row, ...changes };
}

/** What the audit trail says of a version. The document stays in the store, under its digest. */
export function recordOf({ name, version, digest, state }: VersionRow) {
  return { policy: name, version, digest, state };
}
