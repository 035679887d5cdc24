// What the active policy of a book would decide of the existing exposure to each of its names. It is evaluated in the process and
// hypothetical: nothing of it is kept or signed.

import { decide, type PolicyDecision, unknownSnapshot } from '@rf-indicators/engine';
import { type BookMoment, booksInScope, withBooks } from '../decisions/scope.ts';
import { Snapshots, wholeSecond } from '../decisions/snapshots.ts';
import type { PublishingPolicy } from '../desk/runs/policy.ts';
import { activeVersion } from '../policies/versions.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries } from '../store/store.ts';
import { bookProviders } from './policy-scope.ts';

export type NameDecision = Pick<PolicyDecision, 'decision' | 'decided_by' | 'sentence'>;

export interface BookDecisions {
  name: string;
  /** Null if no version is active. */
  version: number | null;
  /** By provider; `unmatched` for names without one. Empty without an active version. */
  byProvider: ReadonlyMap<string, NameDecision>;
  unmatched: NameDecision | null;
}

/** Of the current instant, which are read again and again; in the process that asks, and bounded. */
const current = new WeakMap<Queries, Snapshots>();

interface Asked {
  workspaceId: string;
  policy: string;
  providers: readonly string[];
  now: number;
  /** A past instant; null for now. */
  instant: number | null;
  /** As the book is read. */
  books: BookMoment;
}

export async function decideBook(
  db: Queries,
  { publishing, masterKey }: { publishing: PublishingPolicy; masterKey: MasterKey },
  { workspaceId, policy: name, providers, now, instant, books: moment }: Asked,
): Promise<BookDecisions> {
  const active = await activeVersion(db, workspaceId, name);
  if (active === null) return { name, version: null, byProvider: new Map(), unmatched: null };
  const { policy, version } = active;
  const snapshots = current.get(db) ?? new Snapshots(db, publishing);
  current.set(db, snapshots);
  const at = wholeSecond(instant ?? now);
  const read =
    instant === null ? await snapshots.current(providers, now) : await snapshots.past(providers, instant);
  const readBook = bookProviders(db, () => masterKey);
  const named = await withBooks(read, await booksInScope(readBook, workspaceId, [policy], moment));
  const decideOn = (snapshot: Parameters<typeof decide>[1]): NameDecision => {
    const { decision, decided_by, sentence } = decide(policy, snapshot, { at, exposure: 'existing' });
    return { decision, decided_by, sentence };
  };
  return {
    ...{ name, version, unmatched: decideOn(unknownSnapshot('')) },
    byProvider: new Map(named.map(({ snapshot }) => [snapshot.provider, decideOn(snapshot)])),
  };
}
