// Compares the rationales, disclosures and reviews that are served with those in the log. Each is a leaf that names an indicator.

import type { AlarmCode } from './alarm.ts';
import type { LogFacts, LoggedAnalysis } from './facts.ts';
import { type AttachedKind, digestOf, isObject } from './leaf.ts';
import type { Source } from './source.ts';

export type Report = (code: AlarmCode, detail: string, mayBeAhead?: boolean) => void;

const NAMES = { rationale: 'rationale', disclosures: 'disclosures', review: 'review status' } as const;
export const ALARM_OF = {
  rationale: 'rationale_changed',
  disclosures: 'disclosures_changed',
  review: 'review_changed',
} as const satisfies Record<AttachedKind, AlarmCode>;
const NOTHING = digestOf(null);

/** What the log says, arranged for comparing. null if the state does not know it. */
export type Analysis = ReturnType<typeof analysisOf>;

export function analysisOf({ analysis, changelog }: LogFacts) {
  if (analysis === null) return null;
  const byKind = Map.groupBy(analysis, ({ kind }) => kind);
  const byProvider = (kind: AttachedKind) =>
    Map.groupBy(byKind.get(kind) ?? [], ({ provider_id }) => provider_id);
  const news = Object.entries(changelog).flatMap(([id, { newsOf }]) =>
    newsOf === undefined ? [] : [[newsOf, id] as const],
  );
  return {
    rationales: byProvider('rationale'),
    byEntry: new Map((byKind.get('rationale') ?? []).map((leaf) => [leaf.changelog_id, leaf])),
    disclosures: byProvider('disclosures'),
    reviews: byProvider('review'),
    /** The last entry of the changelog that explains the score of each provider. */
    news: new Map(news),
  };
}

function compare(
  kind: AttachedKind,
  served: unknown,
  logged: LoggedAnalysis | undefined,
  name: string,
  mayBeAhead: boolean,
  report: Report,
): void {
  if (digestOf(served) === (logged?.sha256 ?? NOTHING)) return;
  const place = logged === undefined ? 'is not in the log' : `differs from entry ${logged.index} of the log`;
  report(ALARM_OF[kind], `The ${NAMES[kind]} that is served with ${name} ${place}.`, mayBeAhead);
}

/** What is served with an entry of the changelog, as it was at the time of the change. */
export function compareChange(row: Record<string, unknown>, analysis: Analysis, report: Report): void {
  if (analysis === null) return;
  const at = Date.parse(String(row.changed_at));
  const provider = String(row.provider_id);
  const name = `${row.verification_id} in the entry ${row.id} of the changelog`;
  const before = (leaves: Map<string, LoggedAnalysis[]>) =>
    leaves.get(provider)?.findLast((leaf) => Date.parse(leaf.at) <= at);
  const rationale = analysis.byEntry.get(String(row.id));
  compare('rationale', row.rationale, rationale, name, rationale === undefined, report);
  compare('disclosures', row.disclosures, before(analysis.disclosures), name, true, report);
  compare('review', row.review, before(analysis.reviews), name, true, report);
}

/** The review status of a current indicator, in the list of scores. */
export function compareReview(row: Record<string, unknown>, analysis: Analysis, report: Report): void {
  const name = `${row.verification_id} in the list of scores`;
  if (analysis !== null)
    compare('review', row.review, analysis.reviews.get(String(row.id))?.at(-1), name, true, report);
}

/** The proofs of these rows of the list of scores: they show the newest that the log contains. */
export async function compareProofs(
  source: Source,
  facts: LogFacts,
  analysis: Analysis,
  rows: readonly Record<string, unknown>[],
  size: number,
  report: Report,
): Promise<void> {
  if (analysis === null) return;
  for (const { id: row, verification_id } of rows) {
    const [provider, id] = [String(row), String(verification_id)];
    // Until the seal after a publication, the log does not say yet what was published with it.
    if (facts.newest[provider]?.verification_id !== id || facts.statements[id]! > facts.sealedTo) continue;
    const answer = await source.json(`/api/public/verify/${id}`);
    if (!isObject(answer)) continue;
    const attachments = Array.isArray(answer.attachments) ? answer.attachments.filter(isObject) : [];
    const isNewer = attachments.some(({ log }) => isObject(log) && Number(log.index) >= size);
    const rationale = analysis.rationales
      .get(provider)
      ?.findLast((leaf) => leaf.verification_id === id || leaf.changelog_id === analysis.news.get(provider));
    const name = `the proof of ${id}`;
    compare('rationale', answer.rationale, rationale, name, isNewer, report);
    compare(
      'disclosures',
      answer.disclosures,
      analysis.disclosures.get(provider)?.at(-1),
      name,
      isNewer,
      report,
    );
    compare('review', answer.review, analysis.reviews.get(provider)?.at(-1), name, isNewer, report);
  }
}
