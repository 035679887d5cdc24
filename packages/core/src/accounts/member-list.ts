// Lists and finds the members of a workspace.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import { type Portion, timeOrder } from '../context/paging.ts';
import { Refusal } from '../context/refusal.ts';
import { provedRows } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';

/** Without how they sign in. */
export type ListedMember = Omit<
  DomainAnswerOf<'members.list'>['data'][number],
  'email' | 'sessions' | 'invitation'
>;

export const MEMBER_ORDER = timeOrder<ListedMember>(
  'members',
  'oldest',
  ['created_at', 'id'],
  ({ created_at, id }) => [created_at, id],
);

/** In the order in which they were added, including removed members unless they are left out. */
export async function listMembers(
  db: Queries | Writes,
  workspaceId: string,
  { withoutRemoved = false, ...portion }: Portion & { withoutRemoved?: boolean } = {},
): Promise<ListedMember[]> {
  let query = db.selectFrom('members').selectAll().where('workspace_id', '=', workspaceId);
  if (withoutRemoved) query = query.where('removed_at', 'is', null);
  const people = await provedRows(db, 'members', () => MEMBER_ORDER.select(query, portion).execute());
  const rows = await db
    .selectFrom('member_tokens')
    .innerJoin('members', 'members.id', 'member_tokens.member_id')
    .select(['member_id', 'prefix', 'member_tokens.created_at', 'revoked_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('member_tokens.created_at')
    .execute();
  const tokens = Map.groupBy(rows, ({ member_id }) => member_id);
  return people.map(({ workspace_id: _, ...person }) => ({
    ...person,
    tokens: (tokens.get(person.id) ?? []).map(({ member_id: __, ...token }) => token),
  }));
}

export async function memberNamed(
  db: Queries | Writes,
  workspaceId: string,
  idOrName: string,
): Promise<ListedMember> {
  const everyone = await listMembers(db, workspaceId);
  const found = everyone.find(
    ({ id, name, removed_at }) => removed_at === null && (id === idOrName || name === idOrName),
  );
  if (found) return found;
  throw new Refusal('not_found', `No member of the workspace has the id or name "${idOrName}".`);
}

/** Without a Contract Admin who has a token or signs in, nobody could add another one: operators cannot act for a workspace. */
export async function requireContractAdminLeft(writes: Writes, workspaceId: string): Promise<void> {
  const own = writes.selectFrom('members').select('id').where('workspace_id', '=', workspaceId);
  const rows = await writes
    .selectFrom('user_members')
    .select('member_id')
    .where('member_id', 'in', own)
    .execute();
  const signIn = new Set(rows.map(({ member_id }) => member_id));
  const left = (await listMembers(writes, workspaceId)).some(
    ({ id, removed_at, role, tokens }) =>
      removed_at === null &&
      role === 'contract_admin' &&
      (signIn.has(id) || tokens.some(({ revoked_at }) => revoked_at === null)),
  );
  if (left) return;
  throw new Refusal(
    'conflict',
    'This would leave no contract_admin with a token. Add another contract_admin first.',
  );
}
