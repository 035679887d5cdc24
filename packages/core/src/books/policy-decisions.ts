// What the active policy of a book would decide of the existing exposure to each of its names. It is evaluated in the process and
// hypothetical: nothing of it is kept or signed.

import { decide, type PolicyDecision, type PolicyException, unknownSnapshot } from '@rf-indicators/engine';
import { type BookMoment, booksInScope, withBooks } from '../decisions/scope.ts';
import { Snapshots, wholeSecond } from '../decisions/snapshots.ts';
import type { PublishingPolicy } from '../desk/runs/policy.ts';
import { activeVersion } from '../policies/versions.ts';
import type { MasterKey } from '../secrets/master-key.ts';
import type { Queries } from '../store/store.ts';
import { bookProviders } from './policy-scope.ts';

export interface NameDecision extends Pick<PolicyDecision, 'decision' | 'decided_by' | 'sentence'> {
  /** Of the rule that decides; null unless days to cure run. */
  curedUntil: string | null;
  /** What exceptions of the policy let pass. */
  lifted: readonly PolicyException[];
}

export interface BookDecisions {
  name: string;
  /** Null if no version is active. */
  version: number | null;
  digest: string | null;
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
  if (active === null) return { name, version: null, digest: null, byProvider: new Map(), unmatched: null };
  const { policy, version, digest } = active;
  const snapshots = current.get(db) ?? new Snapshots(db, publishing);
  current.set(db, snapshots);
  const at = wholeSecond(instant ?? now);
  const read =
    instant === null ? await snapshots.current(providers, now) : await snapshots.past(providers, instant);
  const readBook = bookProviders(db, () => masterKey);
  const named = await withBooks(read, await booksInScope(readBook, workspaceId, [policy], moment));
  const decideOn = (snapshot: Parameters<typeof decide>[1]): NameDecision => {
    const { decision, decided_by, sentence, held } = decide(policy, snapshot, { at, exposure: 'existing' });
    const excepted = held.filter(({ exception }) => exception !== undefined).map(({ rule }) => rule);
    return {
      ...{ decision, decided_by, sentence },
      curedUntil: held.find(({ rule }) => rule === decided_by)?.cured_until ?? null,
      lifted: policy.exceptions.filter(
        ({ rule, provider }) => excepted.includes(rule) && provider === snapshot.provider,
      ),
    };
  };
  return {
    ...{ name, version, digest, unmatched: decideOn(unknownSnapshot('')) },
    byProvider: new Map(named.map(({ snapshot }) => [snapshot.provider, decideOn(snapshot)])),
  };
}
