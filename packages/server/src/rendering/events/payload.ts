// Renders the body of an event. Workspaces that are entitled to scores also get the detail of a score, so an event has
// at most two forms. The bytes of a delivery are rendered once and then stored.

import {
  EVENT_DEFINITIONS,
  isScoreEvent,
  type RenewalEventData,
  type ScoreEventData,
  type ScoreEventDetail,
  type ScoreEventType,
  WEBHOOK_API_VERSION,
  type WebhookEventType,
} from '@rf-indicators/contract';
import { methodologyByDigest } from '@rf-indicators/core/desk/methodology/signed';
import { readPackage } from '@rf-indicators/core/desk/packages/read-packages';
import { type Indicator, rescore } from '@rf-indicators/core/desk/runs/current-indicators';
import { analysisOfChanges } from '@rf-indicators/core/desk/served/analysis';
import { decisionObject, points } from '@rf-indicators/core/desk/snapshots/decision';
import { instant, offsetInstant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { hundredths, hundredthsOrNull } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import { publicReason } from '@rf-indicators/core/log/public-reason';
import { latestCheckpoint } from '@rf-indicators/core/log/tiles';
import { readEventData, type StoredEventData } from '@rf-indicators/core/store/event-data';
import type { Database } from '@rf-indicators/core/store/schema';
import type { Queries, Writes } from '@rf-indicators/core/store/store';
import type { Change } from '@rf-indicators/engine';
import { wirePart } from '../change-part.ts';

export type EventRow = Database['events'];

export interface Envelope {
  id: string;
  type: WebhookEventType;
  createdAt: number;
  workspaceId: string;
  isTest: boolean;
}

export function bodyText({ id, type, createdAt, workspaceId, isTest }: Envelope, dataText: string): string {
  const head = JSON.stringify({
    id,
    type,
    created_at: instant(createdAt),
    api_version: WEBHOOK_API_VERSION,
    workspace_id: workspaceId,
    ...(isTest ? { test: true } : {}),
  });
  return `${head.slice(0, -1)},"data":${dataText}}`;
}

export interface PayloadContext {
  /** The newest checkpoint; null while the log is empty. */
  checkpoint: string | null;
  disclosure: string;
}

export async function newestCheckpoint(db: Queries | Writes): Promise<string | null> {
  return (await latestCheckpoint(db))?.note ?? null;
}

/** The data of one event as JSON text, with or without the detail; each form is rendered once. */
export class EventPayload {
  readonly event: EventRow;
  readonly #context: PayloadContext;
  readonly #rendered = new Map<boolean, Promise<string>>();

  constructor(event: EventRow, context: PayloadContext) {
    this.event = event;
    this.#context = context;
  }

  dataText(db: Queries | Writes, isEntitled: boolean): Promise<string> {
    const withDetail = isEntitled && EVENT_DEFINITIONS[this.event.type].hasDetail;
    const rendered = this.#rendered.get(withDetail) ?? this.#render(db, withDetail);
    this.#rendered.set(withDetail, rendered);
    return rendered;
  }

  async #render(db: Queries | Writes, withDetail: boolean): Promise<string> {
    const { event } = this;
    const { checkpoint, disclosure } = this.#context;
    const { type, data } = event;
    if (type === 'score.renewed') {
      return JSON.stringify(renewalData(readEventData({ type, data }), checkpoint, disclosure));
    }
    if (!isScoreEvent(type)) {
      const { sequence, ...rest } = readEventData({ type, data });
      return JSON.stringify({ sequence, checkpoint, ...rest });
    }
    const change = readEventData({ type, data });
    return JSON.stringify(await scoreData(db, change, checkpoint, disclosure, withDetail));
  }
}

function renewalData(
  { sequence, final_score, scored_at, published_at, ...renewal }: StoredEventData<'score.renewed'>,
  checkpoint: string | null,
  disclosure: string,
): RenewalEventData {
  return {
    sequence,
    checkpoint,
    ...renewal,
    final_score: hundredths(final_score),
    scored_at: offsetInstant(scored_at),
    published_at: instant(published_at),
    limitations_disclosure: disclosure,
  };
}

async function scoreData(
  db: Queries | Writes,
  { sequence, changed_at, previous_score, new_score, reason, ...change }: StoredEventData<ScoreEventType>,
  checkpoint: string | null,
  disclosure: string,
  withDetail: boolean,
): Promise<ScoreEventData> {
  const indicator = await db
    .selectFrom('indicators')
    .selectAll()
    .where('verification_id', '=', change.verification_id)
    .executeTakeFirstOrThrow();
  const isComparable = previous_score !== null && new_score !== null;
  const about = { id: change.changelog_id, provider_id: change.provider_id, changed_at };
  const { changedAt: _, ...analysis } = (await analysisOfChanges(db as Queries, [about])).get(about.id)!;
  return {
    sequence,
    checkpoint,
    ...change,
    ...analysis,
    previous_score: hundredthsOrNull(previous_score),
    new_score: hundredthsOrNull(new_score),
    delta: isComparable ? hundredths(new_score - previous_score) : null,
    reason: publicReason(reason),
    corrects: indicator.corrects,
    scored_at: offsetInstant(indicator.as_of),
    changed_at: instant(changed_at),
    limitations_disclosure: disclosure,
    ...(withDetail ? { detail: await scoreDetail(db, indicator) } : {}),
  };
}

// The detail of a published score in an event, for workspaces that are entitled to it.

async function scoreDetail(db: Queries | Writes, indicator: Indicator): Promise<ScoreEventDetail> {
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
