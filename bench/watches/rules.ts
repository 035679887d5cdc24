// Watch rules of many workspaces. One rule of each workspace is about a book, and goes through the acts. The others are written in
// large transactions, as if they had been created, switched on and evaluated once, and had found nothing.

import { createBook } from '@rf-indicators/core/books/books';
import type { BookContents } from '@rf-indicators/core/books/contents';
import { saveVersion } from '@rf-indicators/core/books/versions';
import type { Context } from '@rf-indicators/core/context/context';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { insertAll } from '@rf-indicators/core/store/bulk';
import type { GivenCondition } from '@rf-indicators/core/watch/conditions';
import type { RuleRow } from '@rf-indicators/core/watch/rule-rows';
import { createRule, switchRule } from '@rf-indicators/core/watch/rules';
import { adminOf } from '../world/people.ts';

/** With the one about a book. */
export const RULES_OF_WORKSPACE = 100;
/** Providers that a rule names. */
export const NAMED = 5;
/** Positions of the book, each with a provider of its own. */
export const POSITIONS = 50;

/** In turns. Few indicators are below 20, so that most rules find nothing before a publication. */
const CONDITIONS: readonly (readonly GivenCondition[])[] = [
  [{ kind: 'below_score', score: 20 }],
  [{ kind: 'fell', points: 2, days: 30 }],
  [{ kind: 'band_change', direction: 'any' }],
  [{ kind: 'stale' }, { kind: 'withdrawn' }, { kind: 'under_review' }],
];

export interface Watching {
  context: Context;
  masterKey: MasterKey;
  /** Those that rules may name. */
  providers: readonly string[];
}

export async function addRules(watching: Watching, number: number): Promise<void> {
  await addBookRule(watching, number);
  const named = Array.from({ length: RULES_OF_WORKSPACE - 1 }, (_, rule) =>
    some(watching.providers, NAMED, number * RULES_OF_WORKSPACE + rule),
  );
  await writeRules(watching, number, named);
}

/** A rule about all providers. */
export function addRuleAboutAll(watching: Watching, number: number): Promise<void> {
  return writeRules(watching, number, [[]]);
}

async function writeRules(
  { context }: Watching,
  number: number,
  named: readonly (readonly string[])[],
): Promise<void> {
  const { store } = context;
  const { id: owner, workspace } = await adminOf(store.db, number);
  const at = context.clock();
  const rows = named.map(
    (providers, index): RuleRow => ({
      ...{ id: context.newId(), workspace_id: workspace.id, book_id: null, name: `Rule ${index}` },
      providers: JSON.stringify(providers),
      conditions: JSON.stringify(CONDITIONS[index % CONDITIONS.length]),
      ...{ channels: '[]', at_once: 1, to_webhooks: 1, is_on: 1, owner },
      ...{ created_at: at, changed_at: at, on_since: at, deleted_at: null },
    }),
  );
  const subjects = rows.flatMap(({ id }, index) => {
    const providers = named[index]!;
    return (providers.length === 0 ? ['*'] : providers).map((tag) => ({ watched: `rule/${id}`, tag }));
  });
  await store.transaction(async (writes) => {
    await insertAll(writes, 'watch_rules', rows);
    await insertAll(writes, 'watch_subjects', subjects);
  });
}

async function addBookRule({ context, masterKey, providers }: Watching, number: number): Promise<void> {
  const member = await adminOf(context.store.db, number);
  const { id: book } = await createBook(context, masterKey, member, { name: 'Watched', currency: 'EUR' });
  const contents: BookContents = {
    ...{ format: 'rf-book-1', currency: 'EUR', measure: 'net', rates: [] },
    positions: some(providers, POSITIONS, number).map((provider, index) => ({
      ...{ id: `position-${index}`, name: `Counterparty ${index}`, provider, currency: 'EUR' },
      ...{ gross: null, collateral: null, net: '1000.00', group: null, maturity: null, note: null, tags: [] },
    })),
  };
  await saveVersion(context, masterKey, member, { book, contents });
  const conditions = [...CONDITIONS[1]!, ...CONDITIONS[2]!];
  const { id: rule } = await createRule(context, masterKey, member, { name: 'The book', book, conditions });
  await switchRule(context, masterKey, member, { rule, on: true });
}

/** So many of them, from everywhere in the list, and others for each `from`. */
function some(providers: readonly string[], count: number, from: number): string[] {
  const step = Math.floor(providers.length / count);
  const begin = (from * 7919) % providers.length;
  return Array.from({ length: count }, (_, at) => providers[(begin + at * step) % providers.length]!).sort();
}
