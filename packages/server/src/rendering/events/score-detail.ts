// The detail of a published score in an event, for workspaces that are entitled to it.

import type { ScoreEventDetail } from '@rf-indicators/contract';
import { methodologyByDigest } from '@rf-indicators/core/desk/methodology/signed';
import { readPackage } from '@rf-indicators/core/desk/packages/read';
import { type Indicator, rescore } from '@rf-indicators/core/desk/runs/current-indicators';
import { decisionObject, points } from '@rf-indicators/core/desk/snapshots/decision';
import type { Queries, Writes } from '@rf-indicators/core/store/store';
import type { Change } from '@rf-indicators/engine';
import { wirePart } from '../change-part.ts';

export async function scoreDetail(db: Queries | Writes, indicator: Indicator): Promise<ScoreEventDetail> {
  const { methodology } = await methodologyByDigest(db, indicator.methodology_digest);
  const scored = rescore(methodology, await readPackage(db, indicator.package_hash));
  const change = await changeOf(db, indicator);
  return {
    confidence: points(scored.result.confidence),
    uncapped_score: points(scored.result.uncapped_score),
    rf_decision_object: decisionObject(scored),
    change: change && {
      delta: points(change.delta),
      parts: change.parts.map((part) => wirePart(part, methodology)),
    },
  };
}

/** The explanation that the run recorded when the indicator was published. */
async function changeOf(
  db: Queries | Writes,
  { publication_id, provider_id, verification_id }: Indicator,
): Promise<Change | null> {
  const item = await db
    .selectFrom('publications')
    .innerJoin('run_items', 'run_items.run_id', 'publications.run_id')
    .select('run_items.change')
    .where('publications.id', '=', publication_id)
    .where('run_items.provider_id', '=', provider_id)
    .where('run_items.verification_id', '=', verification_id)
    .executeTakeFirst();
  return item?.change ? (JSON.parse(item.change) as Change) : null;
}
