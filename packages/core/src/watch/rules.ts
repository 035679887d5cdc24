// Watch rules: a list, creation, change, switching on and off, deletion. Audit records name a rule by its id alone.

import type { DomainAnswerOf, DomainInputOf } from '@rf-indicators/contract/acts';
import { actingMember, findMember, type Member } from '../accounts/members.ts';
import { subjectOf } from '../accounts/workspaces.ts';
import { readRights } from '../books/held-rights.ts';
import { recordAct } from '../context/audit.ts';
import type { Context } from '../context/context.ts';
import { readName } from '../context/names.ts';
import { Refusal } from '../context/refusal.ts';
import { namedProviders } from '../desk/providers/names.ts';
import { findProviders } from '../desk/providers/providers.ts';
import { namesOfMembers } from '../policies/member-names.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries, Writes } from '../store/store.ts';
import { resolveAlertsOf } from './alert-changes.ts';
import { channelName, presentChannels } from './channels.ts';
import { readConditions } from './conditions.ts';
import { markDue } from './due/mark.ts';
import { resolveIncidents } from './outbox.ts';
import { channelsOf, conditionsOf, providersOf, type RuleRow, rulesSeen } from './rule-rows.ts';
import { type Sight, sightOf } from './sight.ts';
import { forgetSubjects, writeRuleSubjects } from './subjects.ts';

type Listed = DomainAnswerOf<'watch.rules'>['data'][number];

const LONGEST_NAME = 120;
const MOST_RULES = 500;

export async function listRules(db: Queries, masterKey: MasterKey, member: Member): Promise<Listed[]> {
  const sight = await sightOf(db, masterKey, member);
  const rows = await rulesSeen(db, sight);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const counts = await db
    .selectFrom('alerts')
    .select(({ fn }) => ['rule_id', fn.countAll<number>().as('count')])
    .where('rule_id', 'in', ids)
    .where('state', '!=', 'resolved')
    .groupBy('rule_id')
    .execute();
  const open = new Map(counts.map(({ rule_id, count }) => [rule_id, Number(count)]));
  const people = await namesOfMembers(db, member.workspace.id);
  const channels = new Map((await presentChannels(db, member.workspace.id)).map((one) => [one.id, one]));
  const providers = await namedProviders(
    db,
    rows.flatMap((row) => providersOf(row)),
  );
  const stopped = new Map<string, Listed['stopped']>();
  const listed: Listed[] = [];
  for (const row of rows) {
    const right = `${row.owner} ${row.book_id}`;
    if (!stopped.has(right)) stopped.set(right, await whyStopped(db, row));
    const book = row.book_id === null ? null : sight.books.get(row.book_id)!;
    listed.push({
      ...{ id: row.id, name: row.name, book: book && { id: book.id, name: book.name } },
      providers: providersOf(row).map((id) => ({ id, name: providers.get(id)?.name ?? id })),
      conditions: conditionsOf(row),
      channels: channelsOf(row).flatMap((id) => {
        const channel = channels.get(id);
        return channel === undefined ? [] : channelName(channel);
      }),
      ...{ at_once: row.at_once === 1, webhooks: row.to_webhooks === 1, on: row.is_on === 1 },
      ...{ stopped: stopped.get(right)!, owner: row.owner, owner_name: people.get(row.owner)! },
      ...{ created_at: row.created_at, changed_at: row.changed_at, alerts: open.get(row.id) ?? 0 },
    });
  }
  return listed;
}

/** A rule runs in the right of its owner. */
export async function whyStopped(
  db: Queries | Writes,
  { owner, book_id }: Pick<RuleRow, 'owner' | 'book_id'>,
): Promise<Listed['stopped']> {
  if ((await findMember(db, owner)) === null) return 'owner_left';
  if (book_id === null || (await readRights(db, book_id, owner)).includes('see')) return null;
  return 'book_not_seen';
}

export async function requireRule(db: Queries | Writes, sight: Sight, id: string): Promise<RuleRow> {
  const row = (await rulesSeen(db, sight)).find((one) => one.id === id);
  if (row !== undefined) return row;
  throw new Refusal('not_found', 'You see no rule with this id. rf watch rules shows those that you see.');
}

/** What of a rule its names depend on, also of one that is only written. */
export async function readScope(
  db: Queries | Writes,
  { books }: Sight,
  { book = '', providers = [] }: { book?: string | undefined; providers?: readonly string[] | undefined },
): Promise<{ book_id: string | null; providers: string[] }> {
  const id = book.trim();
  if (id !== '' && providers.length > 0) {
    const detail = { place: '/providers', code: 'book', message: 'must be empty for a rule about a book' };
    throw new Refusal('validation_failed', 'The input is not valid.', [detail]);
  }
  if (id !== '') {
    if (books.has(id)) return { book_id: id, providers: [] };
    throw new Refusal('not_found', 'You see no book with this id. rf books list shows your books.');
  }
  const found = await findProviders(db, providers);
  const details = providers.flatMap((given, index) =>
    found.has(given)
      ? []
      : { place: `/providers/${index}`, code: 'provider', message: 'is not the id or slug of a provider' },
  );
  if (details.length > 0) throw new Refusal('validation_failed', 'The input is not valid.', details);
  return { book_id: null, providers: [...new Set([...found.values()].map(({ id }) => id))].sort() };
}

async function readChannels(
  writes: Writes,
  workspaceId: string,
  given: readonly string[],
): Promise<string[]> {
  const known = new Set((await presentChannels(writes, workspaceId)).map(({ id }) => id));
  const details = given.flatMap((id, index) =>
    known.has(id)
      ? []
      : {
          place: `/channels/${index}`,
          code: 'channel',
          message: 'is not the id of a channel of the workspace',
        },
  );
  if (details.length > 0) throw new Refusal('validation_failed', 'The input is not valid.', details);
  return [...new Set(given)];
}

export function createRule(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  wanted: DomainInputOf<'watch.create_rule'>,
): Promise<{ id: string }> {
  const name = readName(wanted.name, LONGEST_NAME);
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'watch.create_rule');
    const sight = await sightOf(writes, masterKey, acting);
    const scope = await readScope(writes, sight, wanted);
    const conditions = readConditions(wanted.conditions, { ofBook: scope.book_id !== null });
    await requireRoom(writes, acting.workspace.id);
    const now = context.clock();
    const row: RuleRow = {
      ...{ id: context.newId(), workspace_id: acting.workspace.id, book_id: scope.book_id, name },
      ...{ providers: JSON.stringify(scope.providers), conditions: JSON.stringify(conditions) },
      channels: JSON.stringify(await readChannels(writes, acting.workspace.id, wanted.channels ?? [])),
      at_once: wanted.at_once === false ? 0 : 1,
      to_webhooks: (wanted.webhooks ?? scope.book_id === null) ? 1 : 0,
      ...{ is_on: 0, owner: acting.id, created_at: now, changed_at: now, on_since: null, deleted_at: null },
    };
    await writes.insertInto('watch_rules').values(row).execute();
    const subject = subjectOf(acting.workspace);
    await recordAct(context, writes, acting, 'watch.rule_created', subject, null, { rule: row.id });
    return { id: row.id };
  });
}

async function requireRoom(writes: Writes, workspaceId: string): Promise<void> {
  const { count } = await writes
    .selectFrom('watch_rules')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MOST_RULES)
    throw new Refusal(
      'conflict',
      `A workspace may have at most ${MOST_RULES} watch rules. Delete one first.`,
    );
}

/** Only what is given changes. Another scope begins with no alert; otherwise those whose condition is gone are resolved. */
export function changeRule(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { rule, ...wanted }: DomainInputOf<'watch.change_rule'>,
): Promise<{ id: string }> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'watch.change_rule');
    const sight = await sightOf(writes, masterKey, acting);
    const before = await requireRule(writes, sight, rule);
    const isMoved = wanted.book !== undefined || wanted.providers !== undefined;
    const scope = isMoved
      ? await readScope(writes, sight, {
          book: wanted.book ?? (wanted.providers?.length ? '' : (before.book_id ?? '')),
          providers: wanted.providers ?? (wanted.book ? [] : providersOf(before)),
        })
      : { book_id: before.book_id, providers: providersOf(before) };
    const ofBook = scope.book_id !== null;
    const conditions = readConditions(wanted.conditions ?? conditionsOf(before), { ofBook });
    const changed = {
      name: wanted.name === undefined ? before.name : readName(wanted.name, LONGEST_NAME),
      ...{ book_id: scope.book_id, providers: JSON.stringify(scope.providers) },
      conditions: JSON.stringify(conditions),
      channels:
        wanted.channels === undefined
          ? before.channels
          : JSON.stringify(await readChannels(writes, acting.workspace.id, wanted.channels)),
      at_once: wanted.at_once === undefined ? before.at_once : wanted.at_once ? 1 : 0,
      to_webhooks: webhooksOf(wanted.webhooks, before, scope.book_id),
      ...{ owner: acting.id, changed_at: context.clock() },
    };
    const hasMoved = changed.book_id !== before.book_id || changed.providers !== before.providers;
    const on_since = hasMoved && before.is_on === 1 ? context.clock() : before.on_since;
    const after = { ...before, ...changed, on_since };
    await writes
      .updateTable('watch_rules')
      .set({ ...changed, on_since })
      .where('id', '=', rule)
      .execute();
    if (hasMoved) await resolveAlertsOf(context, masterKey, writes, before);
    await leaveChannels(context, writes, before, after);
    if (after.is_on === 1) await beginWatching(context, writes, after, hasMoved ? 'new-rule' : 'rule');
    const subject = subjectOf(acting.workspace);
    await recordAct(context, writes, acting, 'watch.rule_changed', subject, null, { rule });
    return { id: rule };
  });
}

/** What the rule has triggered in a channel that it does not use any more is resolved there: nobody would ever do it. */
async function leaveChannels(
  context: Context,
  writes: Writes,
  before: RuleRow,
  after: RuleRow,
): Promise<void> {
  const kept = channelsOf(after);
  const left = channelsOf(before).filter((id) => !kept.includes(id));
  if (left.length === 0) return;
  const alerts = await writes
    .selectFrom('alerts')
    .select(['id', 'changes'])
    .where('rule_id', '=', after.id)
    .where('state', '!=', 'resolved')
    .execute();
  await resolveIncidents(context, writes, after.workspace_id, alerts, left);
}

/** A rule that gets another book does not send the names of that one to webhooks unless somebody says so. */
function webhooksOf(wanted: boolean | undefined, before: RuleRow, bookId: string | null): number {
  if (wanted !== undefined) return wanted ? 1 : 0;
  return bookId !== null && bookId !== before.book_id ? 0 : before.to_webhooks;
}

/** What a rule finds when it begins is shown, and not sent. */
async function beginWatching(
  context: Context,
  writes: Writes,
  row: RuleRow,
  as: 'rule' | 'new-rule',
): Promise<void> {
  const now = context.clock();
  await writeRuleSubjects(writes, row);
  if (row.book_id !== null) await markDue(writes, `book/${row.book_id}`, now);
  await markDue(writes, `${as}/${row.id}`, now);
}

export function switchRule(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { rule, on }: DomainInputOf<'watch.switch_rule'>,
): Promise<{ id: string; on: boolean }> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'watch.switch_rule');
    const before = await requireRule(writes, await sightOf(writes, masterKey, acting), rule);
    if ((before.is_on === 1) === on) return { id: rule, on };
    const now = context.clock();
    const changed = on
      ? { is_on: 1, on_since: now, changed_at: now, owner: acting.id }
      : { is_on: 0, on_since: null, changed_at: now };
    await writes.updateTable('watch_rules').set(changed).where('id', '=', rule).execute();
    if (on) await beginWatching(context, writes, { ...before, ...changed }, 'new-rule');
    else await endWatching(context, masterKey, writes, before);
    const action = on ? 'watch.rule_switched_on' : 'watch.rule_switched_off';
    await recordAct(context, writes, acting, action, subjectOf(acting.workspace), null, { rule });
    return { id: rule, on };
  });
}

async function endWatching(
  context: Context,
  masterKey: MasterKey,
  writes: Writes,
  row: RuleRow,
): Promise<void> {
  await forgetSubjects(writes, `rule/${row.id}`);
  await resolveAlertsOf(context, masterKey, writes, row);
}

export function deleteRule(
  context: Context,
  masterKey: MasterKey,
  member: Member,
  { rule }: DomainInputOf<'watch.delete_rule'>,
): Promise<void> {
  return context.store.transaction(async (writes) => {
    const acting = await actingMember(writes, member, 'watch.delete_rule');
    const before = await requireRule(writes, await sightOf(writes, masterKey, acting), rule);
    const now = context.clock();
    const deleted = { is_on: 0, on_since: null, deleted_at: now, changed_at: now };
    await writes.updateTable('watch_rules').set(deleted).where('id', '=', rule).execute();
    await endWatching(context, masterKey, writes, before);
    const subject = subjectOf(acting.workspace);
    await recordAct(context, writes, acting, 'watch.rule_deleted', subject, { rule }, null);
  });
}
