// Evaluates watch rules. What changed says which: providers by their events, books by their marks, and the clock by the instant at
// which it can change a cause. Each rule is one transaction with its alerts and what tells of them.

import type { Context } from '../context/context.ts';
import type { PublishingPolicy } from '../desk/runs/policy.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import { inPortions } from '../store/bulk.ts';
import { provedRow, provedRows } from '../store/records/proved.ts';
import type { Queries, Writes } from '../store/store.ts';
import { moveTopic } from '../store/topics.ts';
import { changeAlert } from './alert-changes.ts';
import { alertsOf, applyCauses, knownIn } from './apply-causes.ts';
import { sealingOf } from './book-key.ts';
import { type BookNow, readBookNow } from './book-now.ts';
import { examine, type Watched } from './causes.ts';
import { type Changed, changedSince } from './changed.ts';
import { asConditions } from './conditions.ts';
import { Current } from './current.ts';
import { type About, markDue, unmark } from './due/mark.ts';
import { namesOfProviders, type WatchedName } from './names.ts';
import { resolveIncidents } from './outbox.ts';
import { conditionsOf, providersOf, type RuleRow } from './rule-rows.ts';
import { whyStopped } from './rules.ts';
import { keyMark, watching, writeBookSubjects } from './subjects.ts';

const DUE_AT_ONCE = 1000;

/** changed: only names that changed. all: every name. first: as all, and what is found is not sent. */
type Mode = 'changed' | 'all' | 'first';

export interface Evaluated {
  /** How many rules were evaluated, and how many alerts changed. */
  rules: number;
  alerts: number;
}

interface Evaluation {
  context: Context;
  masterKey: MasterKey;
  publishing: PublishingPolicy;
  changed: Changed;
  current: Current;
  books: Map<string, BookNow | null>;
  /** By owner and book. */
  stopped: Map<string, boolean>;
  /** The rules that have alerts whose cause goes on. */
  alerting: Set<string>;
}

/** Until nothing is due any more. */
export async function evaluateWatches(
  context: Context,
  masterKey: MasterKey,
  publishing: PublishingPolicy,
): Promise<Evaluated> {
  const done: Evaluated = { rules: 0, alerts: 0 };
  for (;;) {
    const cursor = await readCursor(context, masterKey);
    const now = context.clock();
    const { db } = context.store;
    const due = await db
      .selectFrom('watch_due')
      .selectAll()
      .where('at', '<=', now)
      .orderBy('at')
      .limit(DUE_AT_ONCE)
      .execute();
    const changed = await changedSince(db, cursor);
    if (due.length === 0 && changed.seq === cursor) return done;
    const current = new Current(db, now);
    const evaluation = {
      context,
      masterKey,
      publishing,
      changed,
      current,
      books: new Map(),
      ...{ stopped: new Map(), alerting: new Set<string>() },
    };
    const step = await evaluateStep(
      evaluation,
      due.map(({ about }) => about as About),
    );
    done.rules += step.rules;
    done.alerts += step.alerts;
    await context.store.transaction((writes) =>
      writes.updateTable('watch_cursor').set({ seq: changed.seq }).where('seq', '<', changed.seq).execute(),
    );
  }
}

/** Begins with the newest event. With another key than before, the names of all books are hashed again. */
async function readCursor({ store, clock }: Context, masterKey: MasterKey): Promise<number> {
  const row = await store.db.selectFrom('watch_cursor').selectAll().executeTakeFirst();
  const key_mark = keyMark(masterKey);
  if (row?.key_mark === key_mark) return row.seq;
  return store.transaction(async (writes) => {
    const books = await writes
      .selectFrom('watch_rules')
      .select('book_id')
      .distinct()
      .where('book_id', 'is not', null)
      .where('is_on', '=', 1)
      .execute();
    for (const { book_id } of books) await markDue(writes, `book/${book_id}`, clock());
    const { last } = await writes
      .selectFrom('events')
      .select(({ fn }) => fn.max('seq').as('last'))
      .executeTakeFirstOrThrow();
    const seq = row?.seq ?? Number(last ?? 0);
    await writes
      .insertInto('watch_cursor')
      .values({ id: 1, seq, key_mark })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ key_mark }))
      .execute();
    return seq;
  });
}

async function evaluateStep(evaluation: Evaluation, due: readonly About[]): Promise<Evaluated> {
  const { context, masterKey, changed } = evaluation;
  const { db } = context.store;
  const modes = new Map<string, Mode>();
  const bookModes = new Map<string, Mode>();
  if (changed.providers.size > 0) {
    const found = await watching(db, masterKey, [...changed.providers]);
    for (const id of found.rules) modes.set(id, 'changed');
    for (const id of found.books) bookModes.set(id, 'changed');
  }
  for (const about of due) {
    const [kind, id] = [about.slice(0, about.indexOf('/')), about.slice(about.indexOf('/') + 1)];
    if (kind === 'alert') await endSnooze(evaluation, id);
    else if (kind === 'book') bookModes.set(id, 'all');
    else if (kind === 'new-rule') modes.set(id, 'first');
    else if (modes.get(id) !== 'first') modes.set(id, 'all');
  }
  for (const [book, mode] of bookModes) if (mode === 'all') await followBook(evaluation, book);
  const rules = await rulesToEvaluate(db, [...modes.keys()], [...bookModes.keys()]);
  await loadNames(evaluation, rules);
  await loadAlerting(evaluation, rules);
  let alerts = 0;
  for (const rule of rules) {
    const ofBook = rule.book_id === null ? undefined : bookModes.get(rule.book_id);
    const own = modes.get(rule.id);
    const mode = own === 'first' ? 'first' : own === 'all' || ofBook === 'all' ? 'all' : 'changed';
    alerts += await evaluateRule(evaluation, rule, mode);
  }
  // Also what is gone.
  const left = due.filter(
    (about) => !about.startsWith('rule/') || !rules.some(({ id }) => about === `rule/${id}`),
  );
  if (left.length > 0)
    await context.store.transaction(async (writes) => {
      for (const about of left)
        await writes
          .deleteFrom('watch_due')
          .where('about', '=', about)
          .where('at', '<=', evaluation.current.now)
          .execute();
    });
  return { rules: rules.length, alerts };
}

async function rulesToEvaluate(
  db: Queries,
  ids: readonly string[],
  books: readonly string[],
): Promise<RuleRow[]> {
  const found = new Map<string, RuleRow>();
  const read = async (column: 'id' | 'book_id', values: readonly string[]) => {
    for (const portion of inPortions(values)) {
      const rows = await provedRows(db, 'watch_rules', () =>
        db
          .selectFrom('watch_rules')
          .selectAll()
          .where(column, 'in', portion)
          .where('is_on', '=', 1)
          .execute(),
      );
      for (const row of rows) found.set(row.id, row);
    }
  };
  await read('id', ids);
  await read('book_id', books);
  return [...found.values()];
}

/** Reads the books, and what is published about all names, in a few queries. */
async function loadNames(evaluation: Evaluation, rules: readonly RuleRow[]): Promise<void> {
  const { current, changed, books } = evaluation;
  const providers = new Set(changed.providers);
  for (const rule of rules) {
    const names = rule.book_id === null ? providersOf(rule) : await bookProviders(evaluation, rule.book_id);
    for (const id of names) providers.add(id);
  }
  await current.load(providers);
  for (const book of books.values()) book?.measure(current);
}

async function loadAlerting({ context, alerting }: Evaluation, rules: readonly RuleRow[]): Promise<void> {
  for (const portion of inPortions(rules.map(({ id }) => id))) {
    const rows = await context.store.db
      .selectFrom('alerts')
      .select('rule_id')
      .distinct()
      .where('rule_id', 'in', portion)
      .where('cause_ended_at', 'is', null)
      .execute();
    for (const { rule_id } of rows) alerting.add(rule_id);
  }
}

/** Rules of one person have the same right. */
async function isStopped({ context, stopped }: Evaluation, rule: RuleRow): Promise<boolean> {
  const key = `${rule.owner} ${rule.book_id}`;
  if (!stopped.has(key)) stopped.set(key, (await whyStopped(context.store.db, rule)) !== null);
  return stopped.get(key)!;
}

async function bookProviders(evaluation: Evaluation, id: string): Promise<string[]> {
  const book = await bookNow(evaluation, id);
  return book === null ? [] : book.names.flatMap(({ provider }) => provider ?? []);
}

async function bookNow(evaluation: Evaluation, id: string): Promise<BookNow | null> {
  const { context, masterKey, current, books } = evaluation;
  if (!books.has(id)) books.set(id, await readBookNow(context.store.db, masterKey, id, current.now));
  return books.get(id)!;
}

/** Its names are found by their changes from now on. A version that counts later is read on that day. */
async function followBook(evaluation: Evaluation, id: string): Promise<void> {
  const { context, masterKey } = evaluation;
  const book = await bookNow(evaluation, id);
  await context.store.transaction(async (writes) => {
    await unmark(writes, `book/${id}`);
    const providers = book?.names.flatMap(({ provider }) => provider ?? []) ?? [];
    await writeBookSubjects(writes, masterKey, id, providers);
    if (book === null) await forgetBook(context, writes, id);
    else if (book.nextVersionAt !== null) await markDue(writes, `book/${id}`, book.nextVersionAt);
  });
}

/** Nobody can read any more what its alerts said. */
async function forgetBook(context: Context, writes: Writes, id: string): Promise<void> {
  const now = context.clock();
  const rules = writes.selectFrom('watch_rules').select('id').where('book_id', '=', id);
  const alerts = await writes
    .selectFrom('alerts')
    .select(['id', 'changes', 'workspace_id'])
    .where('rule_id', 'in', rules)
    .where('cause_ended_at', 'is', null)
    .execute();
  for (const [workspaceId, own] of Map.groupBy(alerts, ({ workspace_id }) => workspace_id))
    await resolveIncidents(context, writes, workspaceId, own);
  await writes
    .updateTable('alerts')
    .set({ state: 'resolved', cause_ended_at: now, snoozed_until: null, changed_at: now })
    .where('rule_id', 'in', rules)
    .where('cause_ended_at', 'is', null)
    .execute();
  await writes
    .updateTable('watch_rules')
    .set({ is_on: 0, on_since: null })
    .where('book_id', '=', id)
    .execute();
}

async function evaluateRule(evaluation: Evaluation, rule: RuleRow, mode: Mode): Promise<number> {
  const { context, masterKey, publishing, changed, current } = evaluation;
  if (await isStopped(evaluation, rule)) {
    await context.store.transaction((writes) => unmark(writes, `rule/${rule.id}`));
    return 0;
  }
  const watched = await watchedBy(evaluation, rule, mode);
  if (watched === null) return 0;
  const needsLapses = watched.conditions.some(({ kind }) => kind === 'evidence_lapses');
  const providers = watched.names.flatMap(({ provider }) => provider ?? []);
  await current.load(providers, { lapses: needsLapses });
  const inScope = new Set(providers);
  const only = mode === 'changed' ? changed.providers : null;
  const examining = { current, changed, publishing, only };
  if (mode === 'changed' && !evaluation.alerting.has(rule.id)) {
    // Most rules find nothing, and need no transaction to do so.
    const { causes, nextAt } = examine(watched, { ...examining, known: () => null });
    if (nextAt === null && [...causes.values()].every((cause) => cause === null || cause === 'same'))
      return 0;
  }
  return context.store.transaction(async (writes) => {
    const sealing = await sealingOf(writes, masterKey, rule.book_id);
    const open = await alertsOf(writes, rule.id, sealing);
    const { causes, nextAt } = examine(watched, { ...examining, known: knownIn(open) });
    const kinds = new Set<string>(watched.conditions.map(({ kind }) => kind));
    // A rule about all providers looks at those alone that changed, unless the clock asks for all.
    const isPart = mode === 'changed' && watched.isAll;
    const isGone = (kind: string, names: readonly { provider: string | null }[]) => {
      if (!kinds.has(kind)) return true;
      if (isPart) return false;
      if (kind === 'limit_breached' || kind === 'evidence_lapses') return true;
      if (names.some(({ provider }) => provider === null || !inScope.has(provider))) return true;
      // What a policy decides is told when it changes; a band, a score and a mark are read again.
      return mode !== 'changed' && kind !== 'decision_changed';
    };
    const telling = { rule, sealing, ...(mode === 'first' ? { isSilent: true } : {}) };
    const alerts = await applyCauses(context, writes, {
      ...{ telling, open, causes },
      isGone: ({ kind }, { names }) => isGone(kind, names),
    });
    if (mode !== 'changed') {
      await unmark(writes, `rule/${rule.id}`);
      await unmark(writes, `new-rule/${rule.id}`);
    }
    if (nextAt !== null) await markDue(writes, `rule/${rule.id}`, nextAt);
    // Open pages read again.
    if (alerts > 0) await moveTopic(writes, 'events');
    return alerts;
  });
}

/** Null if the book is gone. */
async function watchedBy(evaluation: Evaluation, rule: RuleRow, mode: Mode): Promise<Watched | null> {
  const { context, changed, current } = evaluation;
  const listed = providersOf(rule);
  const isAll = rule.book_id === null && listed.length === 0;
  const all = asConditions(conditionsOf(rule));
  const common = { workspaceId: rule.workspace_id, onSince: rule.on_since ?? 0, isAll };
  if (rule.book_id === null) {
    const ids = isAll ? [...changed.providers] : listed;
    const names: WatchedName[] =
      isAll && mode !== 'changed'
        ? await namesOfProviders(context.store.db, [])
        : ids.map((id) => ({
            key: `provider ${id}`,
            ...{ provider: id, name: current.provider(id)?.name ?? id },
          }));
    // Lapses are grouped over all names, so a part of them says nothing.
    const conditions =
      isAll && mode === 'changed' ? all.filter(({ kind }) => kind !== 'evidence_lapses') : all;
    return { ...common, conditions, names, limits: null };
  }
  const book = await bookNow(evaluation, rule.book_id);
  if (book === null) return null;
  const { names, currency } = book;
  const exposureOf = (key: string) => book.exposureOf(key);
  return { ...common, conditions: all, names, limits: { uses: book.uses, currency, exposureOf } };
}

/** An alert that lasts is open again; it is told once more. */
async function endSnooze({ context, masterKey, current }: Evaluation, id: string): Promise<void> {
  await context.store.transaction(async (writes) => {
    const row = await writes.selectFrom('alerts').selectAll().where('id', '=', id).executeTakeFirst();
    if (row === undefined || row.state !== 'snoozed') return;
    if (row.snoozed_until! > current.now) {
      await markDue(writes, `alert/${id}`, row.snoozed_until!);
      return;
    }
    const rule = await provedRow(writes, 'watch_rules', () =>
      writes.selectFrom('watch_rules').selectAll().where('id', '=', row.rule_id).executeTakeFirst(),
    );
    if (rule === undefined || (await whyStopped(writes, rule)) !== null) return;
    const telling = { rule, sealing: await sealingOf(writes, masterKey, row.book_id) };
    const set = { state: 'open', snoozed_until: null } as const;
    await changeAlert(context, writes, telling, row, { what: 'snooze_ended', by: null, set });
    await moveTopic(writes, 'events');
  });
}
