// What is public about one provider, as its page and its report show it.

import type { PlannerType, PublicScore, ScoreSnapshot, Statement, Voters } from '@rf-indicators/contract';
import { publicVoters } from '@rf-indicators/core/desk/committee/public-voters';
import type { Provider } from '@rf-indicators/core/desk/providers/providers';
import { type PeerScores, readPeerScores } from '@rf-indicators/core/desk/served/peer-scores';
import { type ReviewPeriod, readReviewPeriods } from '@rf-indicators/core/desk/served/review-periods';
import { currentIndicators } from '@rf-indicators/core/desk/served/served';
import { staleSinceOf } from '@rf-indicators/core/desk/served/stale-since';
import { readSteps, type Step } from '@rf-indicators/core/desk/served/steps';
import { type ChangelogRow, readChangelog } from '@rf-indicators/core/log/changelog';
import { publicReason } from '@rf-indicators/core/log/public-reason';
import type { Queries } from '@rf-indicators/core/store/store';
import { rowsOf } from '../../current-rows.ts';
import type { Reading } from '../../reading.ts';
import { readUncapped } from '../../uncapped.ts';
import { type Causes, readExplained } from '../causes.ts';

export interface CurrentScore {
  /** In hundredths. */
  score: number;
  band: string;
  verificationId: string;
  asOf: number;
  yieldMin: number;
  yieldMax: number;
  frameworkVersion: string;
  /** How many hard rules its framework has. */
  hardRules: number;
  causes: Causes;
  /** Everything about the score; the settings say how much of it pages show to everybody. */
  snapshot: ScoreSnapshot;
  /** The current scores of its type. */
  peers: PeerScores;
  /** Null unless the publisher makes their names public. */
  voters: Voters | null;
  /** Null if it is not stale. */
  stale: { since: number; reason: string } | null;
}

export interface KnownProvider {
  id: string;
  slug: string;
  name: string;
  subtype: string;
  identifiers: Provider['identifiers'];
  plannerType: PlannerType;
  /** Null once it was withdrawn. */
  current: CurrentScore | null;
  withdrawal: { at: number; reason: string } | null;
  /** Oldest first; there is at least one. */
  steps: readonly Step[];
  /** Oldest first. */
  reviews: readonly ReviewPeriod[];
  /** By verification id. */
  frameworks: ReadonlyMap<string, string>;
  /** Scores without the hard rules that held them, in hundredths, by verification id; none if the publisher shows the headline only. */
  uncapped: ReadonlyMap<string, number>;
  /** Newest first. */
  corrections: readonly Change[];
  /** The latest ones, newest first. */
  changes: readonly Change[];
}

export type Change = ChangelogRow;

/** Enough for three changes, even if evidence ages between them. */
const CHANGES_READ = 60;
const CORRECTIONS_READ = 50;
/** Years of weekly renewals: in the chart, older scores have no line of what they would be without hard rules. */
const MOST_UNCAPPED = 300;

/** Null if no indicator of the provider was ever published. */
export async function readKnown(reading: Reading, provider: Provider): Promise<KnownProvider | null> {
  const { db } = reading;
  const { id, slug, name, provider_subtype: subtype, identifiers } = provider;
  const steps = (await readSteps(db, [id])).get(id);
  if (steps === undefined) return null;
  const frameworks = await frameworksOf(db, id);
  return {
    id,
    slug,
    name,
    subtype,
    identifiers,
    plannerType: await plannerTypeOf(db, steps.at(-1)!.verificationId),
    current: await currentScore(reading, id, frameworks),
    withdrawal: await withdrawalOf(db, id),
    steps,
    reviews: (await readReviewPeriods(db, { providerIds: [id] })).get(id) ?? [],
    frameworks,
    uncapped:
      reading.site.breakdown === 'headline'
        ? new Map()
        : await readUncapped(reading, id, steps.slice(-MOST_UNCAPPED)),
    corrections: await changesOf(db, id, CORRECTIONS_READ, ['correction']),
    changes: await changesOf(db, id, CHANGES_READ),
  };
}

async function currentScore(
  reading: Reading,
  id: string,
  frameworks: ReadonlyMap<string, string>,
): Promise<CurrentScore | null> {
  const [served] = await currentIndicators(reading.db, [id]);
  if (served === undefined) return null;
  const [row] = await rowsOf(reading, [served]);
  const { yield_min, yield_max } = JSON.parse(row!.publicRow) as PublicScore;
  const since = await staleSinceOf(reading.db, served.verificationId, served.staleSince);
  return {
    score: served.finalScore,
    band: served.riskBand,
    verificationId: served.verificationId,
    asOf: served.asOf,
    yieldMin: yield_min,
    yieldMax: yield_max,
    frameworkVersion: frameworks.get(served.verificationId)!,
    hardRules: await hardRulesIn(reading.db, served.methodologyDigest),
    ...(await readExplained(reading, served)),
    peers: await readPeerScores(reading.db, served),
    voters: (await publicVoters(reading.db, served.verificationId)).voters,
    stale: since === null ? null : { since, reason: served.staleReason! },
  };
}

async function frameworksOf(db: Queries, providerId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('indicators')
    .innerJoin('methodologies', 'methodologies.digest', 'indicators.methodology_digest')
    .select(['indicators.verification_id', 'methodologies.framework_version'])
    .where('indicators.provider_id', '=', providerId)
    .execute();
  return new Map(rows.map(({ verification_id, framework_version }) => [verification_id, framework_version]));
}

async function hardRulesIn(db: Queries, digest: string): Promise<number> {
  const { document } = await db
    .selectFrom('methodologies')
    .select('document')
    .where('digest', '=', digest)
    .executeTakeFirstOrThrow();
  return (JSON.parse(document) as { hard_rules: readonly unknown[] }).hard_rules.length;
}

/** As the statement of an indicator has it. */
async function plannerTypeOf(db: Queries, verificationId: string): Promise<PlannerType> {
  const { statement } = await db
    .selectFrom('indicators')
    .select('statement')
    .where('verification_id', '=', verificationId)
    .executeTakeFirstOrThrow();
  return (JSON.parse(statement) as Statement).planner_type;
}

async function withdrawalOf(db: Queries, providerId: string): Promise<KnownProvider['withdrawal']> {
  const state = await db
    .selectFrom('provider_states')
    .select(['verification_id', 'withdrawn_at', 'withdrawn_reason'])
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
  if (state === undefined || state.verification_id !== null || state.withdrawn_at === null) return null;
  return { at: state.withdrawn_at, reason: state.withdrawn_reason! };
}

async function changesOf(
  db: Queries,
  providerId: string,
  limit: number,
  kinds?: readonly Change['kind'][],
): Promise<Change[]> {
  const { rows } = await readChangelog(db, { limit, providerId, kinds });
  return rows.map((row) => ({ ...row, reason: publicReason(row.reason) }));
}
