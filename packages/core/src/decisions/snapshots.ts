// What decisions read of providers: the values of their packages, and what is served about them. It is kept in memory, because
// a workspace asks about the same providers again and again.

import {
  digestOf,
  type NamedSnapshot,
  type PackageValues,
  type PolicySnapshot,
  packageValues,
  unknownSnapshot,
} from '@rf-indicators/engine';
import { civilDate } from '../context/times.ts';
import { methodologyByDigest } from '../desk/methodology/signed.ts';
import { readPackages } from '../desk/packages/read-packages.ts';
import { type PublishingPolicy, withdrawnFrom } from '../desk/runs/policy.ts';
import { indicatorsAsOf } from '../desk/served/published-rows.ts';
import { currentIndicators, type ServedIndicator } from '../desk/served/served.ts';
import { inPortions } from '../store/bulk.ts';
import type { Queries } from '../store/store.ts';
import { pastAt, readPasts } from './pasts.ts';

/** Of one kilobyte each. */
const MOST_KEPT = 20_000;

type Lapses = Pick<PolicySnapshot, 'stale_from' | 'withdrawn_from'>;

interface Kept {
  /** Another text if anything is different from which the snapshot was made. */
  source: string;
  named: NamedSnapshot;
}

export class Snapshots {
  readonly #db: Queries;
  readonly #values = new Map<string, PackageValues>();
  readonly #kept = new Map<string, Kept>();

  readonly #policy: PublishingPolicy;

  constructor(db: Queries, policy: PublishingPolicy) {
    this.#db = db;
    this.#policy = policy;
  }

  /** In the order of the ids. */
  async current(ids: readonly string[], now: number): Promise<NamedSnapshot[]> {
    const served: ServedIndicator[] = [];
    for (const portion of inPortions(ids)) served.push(...(await currentIndicators(this.#db, portion)));
    // Windows move with the day, and a correction of an older indicator is not in the row of the current one.
    const common = `${civilDate(now)} ${await lastCorrection(this.#db)}`;
    const found = new Map<string, NamedSnapshot>();
    const changed: { one: ServedIndicator; source: string }[] = [];
    for (const one of served) {
      const source = `${common} ${JSON.stringify(one)}`;
      const kept = this.#kept.get(one.providerId);
      if (kept?.source === source) found.set(one.providerId, kept.named);
      else changed.push({ one, source });
    }
    for (const portion of inPortions(changed)) {
      const some = portion.map(({ one }) => one);
      const made = await this.#make(some, now, (one) => lapsesOf(one, this.#policy));
      for (const [index, { one, source }] of portion.entries()) {
        const named = made[index]!;
        found.set(one.providerId, named);
        keep(this.#kept, one.providerId, { source, named });
      }
    }
    return this.#inOrder(ids, found, now);
  }

  /** As they would have been at an earlier instant. They are not kept. */
  async past(ids: readonly string[], instant: number): Promise<NamedSnapshot[]> {
    const served: ServedIndicator[] = [];
    for (const portion of inPortions(ids)) served.push(...(await indicatorsAsOf(this.#db, instant, portion)));
    const made = await this.#make(served, instant, () => NO_LAPSES);
    const found = new Map(served.map(({ providerId }, index) => [providerId, made[index]!]));
    return this.#inOrder(ids, found, instant);
  }

  async #inOrder(
    ids: readonly string[],
    found: ReadonlyMap<string, NamedSnapshot>,
    instant: number,
  ): Promise<NamedSnapshot[]> {
    const others = await this.#withoutScore(
      ids.filter((id) => !found.has(id)),
      instant,
    );
    return ids.map((id) => found.get(id) ?? others.get(id)!);
  }

  async #make(
    served: readonly ServedIndicator[],
    now: number,
    lapses: (one: ServedIndicator) => Lapses,
  ): Promise<NamedSnapshot[]> {
    const values = await this.#valuesOf(served);
    const ids = served.map(({ providerId }) => providerId);
    const pasts = await readPasts(this.#db, ids, { since: now, until: now });
    return Promise.all(
      served.map(async (one, index) => {
        const snapshot = snapshotOf(
          one,
          values[index]!,
          pastAt(pasts.get(one.providerId)!, now),
          lapses(one),
        );
        return { snapshot, digest: await digestOf(snapshot), verification_id: one.verificationId };
      }),
    );
  }

  async #valuesOf(served: readonly ServedIndicator[]): Promise<PackageValues[]> {
    const missing = served.filter(({ packageHash }) => !this.#values.has(packageHash));
    const packages = await readPackages(
      this.#db,
      missing.map(({ packageHash }) => packageHash),
    );
    for (const { packageHash, methodologyDigest } of missing) {
      const { methodology } = await methodologyByDigest(this.#db, methodologyDigest);
      keep(this.#values, packageHash, packageValues(methodology, packages.get(packageHash)!));
    }
    return served.map(({ packageHash }) => this.#values.get(packageHash)!);
  }

  /** Withdrawn, never scored or unknown. */
  async #withoutScore(ids: readonly string[], instant: number): Promise<Map<string, NamedSnapshot>> {
    const found = new Map<string, NamedSnapshot>();
    const known = new Map<string, boolean>();
    for (const portion of inPortions(ids)) {
      const rows = await this.#db
        .selectFrom('providers')
        .select('id')
        .select(({ selectFrom, exists }) =>
          exists(
            selectFrom('indicators')
              .select('indicators.verification_id')
              .whereRef('indicators.provider_id', '=', 'providers.id')
              .where('indicators.published_at', '<=', instant),
          ).as('was_scored'),
        )
        .where('id', 'in', portion)
        .execute();
      for (const { id, was_scored } of rows) known.set(id, Boolean(was_scored));
    }
    for (const id of ids) {
      const wasScored = known.get(id);
      const snapshot: PolicySnapshot =
        wasScored === undefined
          ? unknownSnapshot(id)
          : { provider: id, state: wasScored ? 'withdrawn' : 'never_scored' };
      found.set(id, { snapshot, digest: await digestOf(snapshot), verification_id: null });
    }
    return found;
  }
}

async function lastCorrection(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('changelog')
    .select('seq')
    .where('kind', '=', 'correction')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq ?? 0;
}

/** Drops the oldest entry when there are too many. */
function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!);
}

function snapshotOf(
  { providerId, verifiedAt, staleSince, review }: ServedIndicator,
  values: PackageValues,
  past: ReturnType<typeof pastAt>,
  lapses: Lapses,
): PolicySnapshot {
  return {
    ...values,
    ...lapses,
    ...past,
    provider: providerId,
    state: 'scored',
    verified_at: wholeSecond(verifiedAt),
    stale: staleSince !== null,
    under_review: review?.direction ?? 'none',
  };
}

/** Absent, and so not known, for an indicator of an older version of the program, until that was worked out. */
function lapsesOf({ staleSince, staleFrom }: ServedIndicator, policy: PublishingPolicy): Lapses {
  const since = staleSince ?? staleFrom;
  if (since === null) return {};
  return { stale_from: wholeSecond(since), withdrawn_from: wholeSecond(withdrawnFrom(since, policy)) };
}

/** Of the past, all that was to come is known: it came later, or never did. */
const NO_LAPSES = { stale_from: null, withdrawn_from: null };

/** Decisions count in whole seconds. */
export function wholeSecond(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}
