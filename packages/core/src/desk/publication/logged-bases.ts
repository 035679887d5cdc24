// Compares what a publication is about to say of the indicators that it supersedes with the signed log: that these are the
// current ones, and whether the band changes. A draft noted both from rows, which somebody may have changed for a moment, and
// whether the committee decides follows from them.

import type { Statement } from '@rf-indicators/engine';
import { formatHundredths } from '@rf-indicators/engine';
import { Refusal } from '../../context/refusal.ts';
import { type LogReading, loggedIndicators } from '../../log/logged-indicators.ts';
import type { Database } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { altered } from '../facts/own-records.ts';
import { slugsOf } from '../providers/slugs.ts';
import { needsCommittee } from '../runs/policy.ts';
import type { NewsItem } from './news.ts';

type Run = Database['runs'];

/** Reads the log from the oldest indicator that is superseded, once for the whole publication. */
export async function requireLogged(
  db: Queries,
  run: Run,
  news: readonly NewsItem[],
  { size, pinned, unsealed }: Omit<LogReading, 'from'>,
): Promise<void> {
  const first = news.find(({ indicator }) => indicator.supersedes === null && !needsCommittee(indicator));
  if (first !== undefined)
    throw await contradicted(db, first, `is called ${first.indicator.kind}, but supersedes nothing`);
  const superseding = news.filter(({ indicator }) => indicator.supersedes !== null);
  if (superseding.length === 0) return;
  // Where the rows say that the statements are. If they are not there, they are not found.
  const from = Math.min(...superseding.map(({ previous }) => previous?.log_index ?? size));
  const { statements, current } = await loggedIndicators(db, { from, size, pinned, unsealed });
  const moved: string[] = [];
  for (const item of superseding) {
    const { provider_id, supersedes } = item.indicator;
    const base = statements.get(supersedes!);
    if (base?.provider_id !== provider_id)
      throw await contradicted(db, item, `supersedes ${supersedes}, which the log does not have of it`);
    const problem = problemOf(item, base);
    if (problem !== null) throw await contradicted(db, item, problem);
    if (current.get(provider_id) !== supersedes) moved.push(provider_id);
  }
  if (moved.length > 0) throw await movedBy(db, run, moved);
}

/** What the item says of itself and of the indicator before it, against both statements. */
function problemOf({ indicator, previous }: NewsItem, base: Statement): string | null {
  const isSame =
    previous !== null &&
    formatHundredths(previous.final_score) === base.final_score &&
    previous.risk_band === base.risk_band;
  if (!isSame) return `has a score or a band before it that the log does not have`;
  const { risk_band } = JSON.parse(indicator.statement) as Statement;
  const { kind } = indicator;
  const hasMoved = risk_band !== base.risk_band;
  if (hasMoved && !needsCommittee(indicator))
    return `is called ${kind}, but changes the band from ${base.risk_band} to ${risk_band}, which the committee decides`;
  return !hasMoved && kind === 'band_change' ? `is called ${kind}, but the band stays ${risk_band}` : null;
}

async function contradicted(db: Queries, { indicator }: NewsItem, what: string): Promise<Refusal> {
  return altered(
    'Nothing was published',
    `the new indicator of ${await slugsOf(db, [indicator.provider_id])} ${what}`,
  );
}

/** These providers have other current indicators than those that a run was computed from. */
export async function movedBy(
  db: Queries | Writes,
  run: Run,
  providerIds: readonly string[],
): Promise<Refusal> {
  const remedy = run.kind === 'correction' ? 'Run rf correct again.' : 'Compute a new run.';
  return new Refusal(
    'conflict',
    `Other indicators were published or withdrawn after this run was computed. ${remedy} Providers: ` +
      `${await slugsOf(db, providerIds)}.`,
  );
}
