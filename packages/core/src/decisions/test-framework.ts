// A policy tried on a framework that is announced and not in effect yet, from the scores and bands that were published with the
// announcement. What was not published, such as the scores of modules, cannot be tested, and nothing is guessed for it.

import type { DomainAnswerOf } from '@rf-indicators/contract/acts';
import {
  bookInScope,
  decide,
  frameworkVersion,
  POLICY_DECISIONS,
  type Policy,
  type PolicyDecision,
  type PolicySnapshot,
} from '@rf-indicators/engine';
import { civilDate } from '../context/times.ts';
import { type Differences, storedDifferences } from '../desk/methodology/differences.ts';
import { requireSigned } from '../desk/methodology/signed.ts';
import type { PublishingPolicy } from '../desk/runs/policy.ts';
import type { Queries } from '../store/store.ts';
import { countDecisions } from './keep.ts';
import { booksInScope, momentOf, type ReadBookProviders, withBooks } from './scope.ts';
import { Snapshots, wholeSecond } from './snapshots.ts';
import { providersOf, referenceOf, type TestRequest, testedVersion } from './test-policy.ts';

export type FrameworkTest = DomainAnswerOf<'policies.test_framework'>;
type Announced = NonNullable<FrameworkTest['announced']>;
type TestedProvider = Announced['providers'][number];

export async function testFramework(
  db: Queries,
  publishing: PublishingPolicy,
  workspaceId: string,
  { name, version }: Omit<TestRequest, 'since'>,
  now: number,
  bookProviders: ReadBookProviders,
): Promise<FrameworkTest> {
  const { policy, ...tested } = await testedVersion(db, workspaceId, name, version);
  const book = bookInScope(policy);
  const books = await booksInScope(bookProviders, workspaceId, [policy], momentOf(now, now));
  const next = await nextFramework(db, civilDate(now));
  if (next === null) return { ...referenceOf({ ...tested, policy }), has_more: false, book, announced: null };
  const { framework, as_of } = next.differences;
  const { providers, hasMore } = await providersOf(db, policy, books);
  const ids = providers.map(({ id }) => id);
  const named = await withBooks(await new Snapshots(db, publishing).current(ids, now), books);
  const published = new Map(next.differences.providers.map((one) => [one.provider_id, one]));
  const isAccepted = policy.frameworks.includes(framework.framework_version);
  const accepting = { ...policy, frameworks: [...policy.frameworks, framework.framework_version] };
  const at = wholeSecond(now);
  const all = providers.map((provider, index): TestedProvider => {
    const { snapshot } = named[index]!;
    const found = published.get(provider.id);
    const { new_score: score = null, new_band: band = null } = found ?? {};
    const today = decide(policy, snapshot, { at, exposure: 'new' });
    const common = { ...provider, today: shortOf(today), new_score: score, new_band: band };
    // What blocks it is not about its score.
    if (snapshot.state !== 'scored')
      return { ...common, announced: common.today, if_accepted: common.today, ...TESTED };
    if (score === null || band === null) {
      const not_tested_because = found?.reason ?? 'It had no score when the framework was announced.';
      return { ...common, announced: null, if_accepted: null, untested_rules: [], not_tested_because };
    }
    const then = underFramework(snapshot, { score, band, framework: framework.framework_version }, at);
    const asItIs = decideOnPublished(policy, then, today, at);
    const { decision, untested } = decideOnPublished(accepting, then, today, at);
    return {
      ...common,
      announced: asItIs.decision,
      if_accepted: decision,
      untested_rules: untested,
      not_tested_because: decision === null ? 'What rules of the policy read was not published.' : null,
    };
  });
  return {
    ...referenceOf({ ...tested, policy }),
    ...{ has_more: hasMore, book },
    announced: {
      ...{ ...framework, as_of, is_accepted: isAccepted },
      today: countDecisions(all.map(({ today }) => today)),
      announced: countTested(all.map(({ announced }) => announced)),
      if_accepted: countTested(all.map(({ if_accepted }) => if_accepted)),
      untested_rules: policy.rules.flatMap(({ id, decision, sentence }) => {
        const number = all.filter(({ untested_rules }) => untested_rules.includes(id)).length;
        return number === 0 ? [] : { id, decision, sentence, providers: number };
      }),
      providers: all,
    },
  };
}

const TESTED = { untested_rules: [], not_tested_because: null };

/** The first that is announced, not cancelled, and takes effect after today. */
async function nextFramework(db: Queries, today: string): Promise<{ differences: Differences } | null> {
  const rows = await db
    .selectFrom('methodology_activations as a')
    .innerJoin('methodologies as m', 'm.digest', 'a.digest')
    .leftJoin('methodology_cancellations as c', 'c.digest', 'a.digest')
    .select(['a.digest', 'a.differences', 'a.differences_digest'])
    .where('c.digest', 'is', null)
    .where('m.effective_from', '>', today)
    .orderBy('m.effective_from')
    .orderBy('a.activated_at')
    .execute();
  for (const row of rows) {
    const stored = storedDifferences(row);
    if (stored === null) continue;
    const differences = JSON.parse(stored.text) as Differences;
    const { methodology } = await requireSigned(db, row.digest);
    // The name decides what the policy accepts, so it comes from the signed text.
    const framework = { ...differences.framework, framework_version: frameworkVersion(methodology.document) };
    return { differences: { ...differences, framework } };
  }
  return null;
}

/** What is known of a provider today, with what was published for the framework in place of what another framework gave. */
function underFramework(
  { modules: _modules, caps: _caps, evidence_quality: _quality, ...snapshot }: PolicySnapshot,
  next: Pick<Required<PolicySnapshot>, 'score' | 'band' | 'framework'>,
  at: string,
): PolicySnapshot {
  // Which evidence counts follows from the framework, too.
  const { oldest_evidence: _oldest, newest_evidence: _newest, history, ...kept } = snapshot;
  const { score, band } = next;
  const last = history?.at(-1);
  const isSame = last?.score === score && last.band === band;
  const step = { day: at.slice(0, 10), score, band };
  return { ...kept, ...next, ...(history && { history: isSame ? history : [...history, step] }) };
}

interface Outcome {
  /** Null if rules that cannot be tested could give a stricter one. */
  decision: TestedProvider['announced'];
  untested: string[];
}

/** Without the rules that are known today and would not be known from what was published. */
function decideOnPublished(
  policy: Policy,
  snapshot: PolicySnapshot,
  today: PolicyDecision,
  at: string,
): Outcome {
  const moment = { at, exposure: 'new' } as const;
  const unknownToday = new Set(unknownRules(today));
  const untested = unknownRules(decide(policy, snapshot, moment)).filter((id) => !unknownToday.has(id));
  const isUntested = ({ id }: Policy['rules'][number]) => untested.includes(id);
  const rules = policy.rules.filter((rule) => !isUntested(rule));
  const tested = decide({ ...policy, rules }, snapshot, moment);
  const isStricter = ({ decision }: Policy['rules'][number]) =>
    POLICY_DECISIONS.indexOf(decision) > POLICY_DECISIONS.indexOf(tested.decision);
  const isOpen = policy.rules.some((rule) => isUntested(rule) && isStricter(rule));
  return { decision: isOpen ? null : shortOf(tested), untested };
}

function unknownRules({ held }: PolicyDecision): string[] {
  return held.flatMap(({ rule, truth }) => (truth === 'unknown' && !rule.startsWith('rf:') ? rule : []));
}

function shortOf({ decision, decided_by, sentence }: PolicyDecision) {
  return { decision, decided_by, sentence };
}

function countTested(decisions: readonly TestedProvider['announced'][]) {
  const known = decisions.flatMap((one) => one ?? []);
  return { ...countDecisions(known), not_tested: decisions.length - known.length };
}
