// The acceptance of terms: a Contract Admin must accept them before keys can be created.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { type Portion, timeOrder } from '../context/paging.ts';
import { Refusal } from '../context/refusal.ts';
import { provedRows } from '../store/records/proved.ts';
import type { Database, TermsKind } from '../store/schema.ts';
import type { Queries, Writes } from '../store/store.ts';
import { actingMember, type Member } from './members.ts';
import { currentTerms } from './terms-texts.ts';

const LONGEST_PLACE = 200;

export type Acceptance = DomainAnswerOf<'terms.list'>['data'][number];

export interface Accepted {
  kind: TermsKind;
  /** Of the text that was read. */
  digest: string;
  /** Where the request came from. */
  from: string;
  /** The name that the person typed to accept. */
  typed_name?: string | undefined;
}

/**
 * The digest proves which text the Contract Admin read. Returns false if the workspace had already accepted the current
 * text; that record then stays unchanged.
 */
export function acceptTerms(
  context: Context,
  member: Member,
  { kind, digest, from, typed_name }: Accepted,
): Promise<boolean> {
  const terms = currentTerms(kind);
  return context.store.transaction(async (writes) => {
    const { workspace, name } = await actingMember(writes, member, 'terms.accept');
    if (typed_name !== undefined) requireOwnName(typed_name, name);
    if (digest !== terms.digest) {
      throw new Refusal(
        'conflict',
        `This is not the digest of the current ${kind} terms, version ${terms.version}. Read the current ` +
          'text and accept it by its digest.',
      );
    }
    if (await hasAccepted(writes, workspace.id, kind)) return false;
    const row: Database['terms_acceptances'] = {
      id: context.newId(),
      workspace_id: workspace.id,
      kind,
      version: terms.version,
      digest,
      accepted_by: member.id,
      accepted_at: context.clock(),
      accepted_from: from.slice(0, LONGEST_PLACE),
      typed_name: typed_name?.trim() ?? null,
    };
    await writes.insertInto('terms_acceptances').values(row).execute();
    const after = {
      ...{ kind, version: terms.version, digest, accepted_from: row.accepted_from },
      ...(row.typed_name === null ? {} : { typed_name: row.typed_name }),
    };
    await recordAct(context, writes, member, 'terms.accepted', `workspaces/${workspace.id}`, null, after);
    return true;
  });
}

/** Capitals and spaces do not matter: the name is typed by hand. */
function requireOwnName(typed: string, name: string): void {
  const plain = (text: string) => text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  if (plain(typed) === plain(name)) return;
  throw new Refusal('validation_failed', 'To accept the terms, type your own name.', [
    { place: '/typed_name', code: 'invalid', message: `must be your name: ${name}` },
  ]);
}

/** Whether the workspace accepted the current text. Older texts do not count. */
export async function hasAccepted(
  db: Queries | Writes,
  workspaceId: string,
  kind: TermsKind,
): Promise<boolean> {
  const found = await provedRows(db, 'terms_acceptances', () =>
    db
      .selectFrom('terms_acceptances')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('kind', '=', kind)
      .where('digest', '=', currentTerms(kind).digest)
      .execute(),
  );
  return found.length > 0;
}

export const ACCEPTANCE_ORDER = timeOrder<Acceptance & { id: string }>(
  'terms',
  'oldest',
  ['accepted_at', 'terms_acceptances.id'],
  ({ accepted_at, id }) => [accepted_at, id],
);

/** Oldest first, including acceptances of older texts. */
export async function listAcceptances(
  db: Queries,
  workspaceId: string,
  portion: Portion = {},
): Promise<(Acceptance & { id: string })[]> {
  const query = db
    .selectFrom('terms_acceptances')
    .innerJoin('members', 'members.id', 'terms_acceptances.accepted_by')
    .select(['terms_acceptances.id', 'kind', 'version', 'digest', 'accepted_by'])
    .select('members.name as accepted_by_name')
    .select(['accepted_at', 'accepted_from', 'typed_name'])
    .where('terms_acceptances.workspace_id', '=', workspaceId);
  const rows = await ACCEPTANCE_ORDER.select(query, portion).execute();
  return rows.map((row) => ({ ...row, current: row.digest === currentTerms(row.kind).digest }));
}
