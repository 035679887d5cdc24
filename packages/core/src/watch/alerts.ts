// The alerts that a member sees: a list, one with its history, and how many there are.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import type { Member } from '../accounts/members.ts';
import { type Page, timeOrder, type WantedPage } from '../context/paging.ts';
import { Refusal } from '../context/refusal.ts';
import { namesOfMembers } from '../policies/member-names.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries, Writes } from '../store/store.ts';
import type { AlertRow } from './alert-changes.ts';
import { type AlertDetails, type ChangeDetails, openDetails, type Sealing } from './alert-details.ts';
import { allChannels, channelName } from './channels.ts';
import { isResolve } from './outbox.ts';
import { rulesSeen } from './rule-rows.ts';
import { type Sight, sightOf } from './sight.ts';

type Shown = DomainAnswerOf<'watch.alerts'>['data'][number];
type State = Shown['state'];

const ORDER = timeOrder<Shown>('alerts', 'newest', ['opened_at', 'id'], ({ opened_at, id }) => [
  opened_at,
  id,
]);

interface Wanted extends WantedPage {
  state?: State | undefined;
  rule?: string | undefined;
}

export async function listAlerts(
  db: Queries,
  masterKey: MasterKey,
  member: Member,
  { state, rule, ...page }: Wanted,
): Promise<Page<Shown>> {
  const sight = await sightOf(db, masterKey, member);
  return ORDER.page(page, async (portion) => {
    let query = seenAlerts(db, sight).selectAll();
    if (state !== undefined) query = query.where('state', '=', state);
    if (rule !== undefined) query = query.where('rule_id', '=', rule);
    return showAll(db, sight, await ORDER.select(query, portion).execute());
  });
}

/** Whoever may not see a book finds none of its alerts. */
function seenAlerts(db: Queries | Writes, { workspaceId, books }: Sight) {
  return db
    .selectFrom('alerts')
    .where('workspace_id', '=', workspaceId)
    .where(({ eb, or }) =>
      or([eb('book_id', 'is', null), ...(books.size === 0 ? [] : [eb('book_id', 'in', [...books.keys()])])]),
    );
}

/** The oldest first. */
export function openAlerts(db: Queries, sight: Sight, most: number): Promise<AlertRow[]> {
  return seenAlerts(db, sight)
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('opened_at')
    .orderBy('id')
    .limit(most)
    .execute();
}

export async function findAlert(db: Queries | Writes, sight: Sight, id: string): Promise<AlertRow> {
  const row = await seenAlerts(db, sight).selectAll().where('id', '=', id).executeTakeFirst();
  if (row !== undefined) return row;
  throw new Refusal('not_found', 'You see no alert with this id. rf watch alerts shows those that you see.');
}

export function sealingIn({ books }: Sight, { book_id }: Pick<AlertRow, 'book_id'>): Sealing | null {
  return book_id === null ? null : { bookId: book_id, key: books.get(book_id)!.key };
}

async function showAll(db: Queries, sight: Sight, rows: readonly AlertRow[]): Promise<Shown[]> {
  if (rows.length === 0) return [];
  const people = await namesOfMembers(db, sight.workspaceId);
  const ids = rows.map(({ id }) => id);
  const acknowledged = await db
    .selectFrom('alert_changes')
    .selectAll()
    .where('alert_id', 'in', ids)
    .where('what', '=', 'acknowledged')
    .orderBy('number')
    .execute();
  const last = new Map(acknowledged.map((change) => [change.alert_id, change]));
  const names = await db
    .selectFrom('watch_rules')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(rows.map(({ rule_id }) => rule_id))])
    .execute();
  const rules = new Map(names.map(({ id, name }) => [id, name]));
  return rows.map((row): Shown => {
    const sealing = sealingIn(sight, row);
    const book = row.book_id === null ? null : sight.books.get(row.book_id)!;
    const said = openDetails<AlertDetails>(sealing, row.id, 0, row.details);
    const change = last.get(row.id);
    return {
      ...{ id: row.id, kind: row.kind as Shown['kind'], state: row.state, sentence: said.sentence },
      ...{ fact: factOf(said), urgent: said.urgent },
      rule: { id: row.rule_id, name: rules.get(row.rule_id)! },
      book: book && { id: book.id, name: book.name, currency: book.currency },
      ...{ names: said.names, limit: said.limit, policy: said.policy },
      ...{ lapses_on: said.lapses_on, checks: said.checks },
      ...{ opened_at: row.opened_at, changed_at: row.changed_at, cause_ended_at: row.cause_ended_at },
      snoozed_until: row.snoozed_until,
      acknowledged:
        change === undefined
          ? null
          : {
              ...{ at: change.at, by: change.by!, by_name: people.get(change.by)! },
              note: openDetails<ChangeDetails>(sealing, row.id, change.number, change.details).note,
            },
    };
  });
}

/** With amounts, for those who see the book. */
function factOf({ fact, amounts }: Pick<AlertDetails, 'fact' | 'amounts'>): string | null {
  return [fact, amounts].filter((part) => part !== null).join(' ') || null;
}

export async function showAlert(
  db: Queries,
  masterKey: MasterKey,
  member: Member,
  id: string,
): Promise<DomainAnswerOf<'watch.alert'>> {
  const sight = await sightOf(db, masterKey, member);
  const row = await findAlert(db, sight, id);
  const [shown] = await showAll(db, sight, [row]);
  const sealing = sealingIn(sight, row);
  const people = await namesOfMembers(db, sight.workspaceId);
  const changes = await db
    .selectFrom('alert_changes')
    .selectAll()
    .where('alert_id', '=', id)
    .orderBy('number')
    .execute();
  const what = new Map(changes.map((change) => [change.number, change.what]));
  const channels = new Map((await allChannels(db, sight.workspaceId)).map((one) => [one.id, one]));
  const deliveries = await db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where('alert_id', '=', id)
    .orderBy('change')
    .orderBy('channel_id')
    .orderBy('recipient')
    .execute();
  return {
    ...shown!,
    history: changes.map((change) => {
      const said = openDetails<ChangeDetails>(sealing, id, change.number, change.details);
      return {
        ...{ at: change.at, what: change.what, by: change.by, by_name: people.get(change.by) ?? null },
        ...{ note: said.note, sentence: said.sentence, fact: factOf(said) },
      };
    }),
    deliveries: deliveries.map((delivery) => ({
      channel: channelName(channels.get(delivery.channel_id)!),
      what: isResolve(delivery) ? 'resolved' : what.get(delivery.change)!,
      to_name: people.get(delivery.recipient) ?? null,
      ...{ status: delivery.status, attempts: delivery.attempts, last_error: delivery.last_error },
      finished_at: delivery.finished_at,
    })),
  };
}

export async function countAlerts(
  db: Queries,
  masterKey: MasterKey,
  member: Member,
): Promise<DomainAnswerOf<'watch.overview'>> {
  const sight = await sightOf(db, masterKey, member);
  const rows = await seenAlerts(db, sight)
    .select(({ fn }) => ['state', fn.countAll().as('count')])
    .groupBy('state')
    .execute();
  const of = (state: State) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return {
    ...{ open: of('open'), acknowledged: of('acknowledged'), snoozed: of('snoozed') },
    ...{ resolved: of('resolved'), rules: (await rulesSeen(db, sight)).length },
  };
}
