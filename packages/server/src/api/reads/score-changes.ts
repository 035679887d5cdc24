// GET /api/v1/scores/{providerId}/changes: explains a score change in parts that add up to the difference.

import type { ChangeEnd, ChangeKind, ScoreChanges } from '@rf-indicators/contract';
import { methodologyByDigest } from '@rf-indicators/core/desk/methodology/signed';
import { readPackage } from '@rf-indicators/core/desk/packages/read-packages';
import { rescore } from '@rf-indicators/core/desk/runs/current-indicators';
import { points } from '@rf-indicators/core/desk/snapshots/decision';
import { offsetInstant } from '@rf-indicators/core/desk/snapshots/wire-instants';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';
import type { Queries } from '@rf-indicators/core/store/store';
import {
  type Change,
  explainChange,
  isVerificationId,
  type Methodology,
  parseScaled,
  type Scored,
} from '@rf-indicators/engine';
import { parseInstant, periodProblem } from '../../http/read-parameters.ts';
import { wirePart } from '../../rendering/change-part.ts';
import { publishedBy } from '../../rendering/published-indicators.ts';
import {
  type Answer,
  invalidParameter,
  type Parameters,
  type Reading,
  type ReadProblem,
} from '../../rendering/reading.ts';
import { providerOrProblem } from '../provider-or-problem.ts';

type Indicator = Awaited<ReturnType<ReturnType<typeof publishedBy>['executeTakeFirstOrThrow']>>;

export async function getScoreChanges(reading: Reading, parameters: Parameters): Promise<Answer> {
  const { db, disclosure } = reading;
  const provider = await providerOrProblem(reading, String(parameters.providerId));
  if ('problem' in provider) return provider;
  const reversed = periodProblem(instantIn(parameters.from), instantIn(parameters.to));
  if (reversed !== null) return reversed;
  const to = await laterEnd(db, provider.id, parameters.to);
  if (isProblem(to)) return to;
  const from = await earlierEnd(db, provider.id, parameters.from, to);
  if (isProblem(from)) return from;
  const explained = from && (await explain(db, from, to));
  const changes: ScoreChanges = {
    provider_id: provider.id,
    from: from && changeEnd(from),
    to: changeEnd(to),
    delta: explained && points(explained.change.delta),
    parts: explained ? explained.change.parts.map((part) => wirePart(part, explained.methodology)) : [],
    ...(explained ? { by_kind: byKind(explained.change) } : {}),
    limitations_disclosure: disclosure,
  };
  return {
    content: JSON.stringify(changes),
    lastModified: Math.max(to.published_at, from?.published_at ?? 0),
  };
}

/** Undefined if the end is not an instant or a date. */
function instantIn(given: string | number | undefined): number | undefined {
  if (given === undefined || isVerificationId(String(given))) return undefined;
  return parseInstant(String(given)) ?? undefined;
}

/** By default the indicator that was current last, so that a withdrawn indicator can still be explained. */
async function laterEnd(
  db: Queries,
  providerId: string,
  given: string | number | undefined,
): Promise<Indicator | ReadProblem> {
  const found =
    given === undefined
      ? await lastCurrent(db, providerId, Number.MAX_SAFE_INTEGER)
      : await findEnd(db, providerId, 'to', String(given));
  if (found !== undefined) return found;
  const detail =
    given === undefined
      ? 'No indicator of this provider has been published yet.'
      : `This provider had no current indicator at ${given}.`;
  return { problem: 'indicator_not_found', detail };
}

/** By default the one before the later indicator, without renewals, as in snapshots; null if there is none. */
async function earlierEnd(
  db: Queries,
  providerId: string,
  given: string | number | undefined,
  to: Indicator,
): Promise<Indicator | null | ReadProblem> {
  if (given !== undefined) return (await findEnd(db, providerId, 'from', String(given))) ?? null;
  const { supersedes } = await renewedBy(db, providerId, to);
  if (supersedes === null) return null;
  return renewedBy(db, providerId, (await byId(db, providerId, supersedes))!);
}

/** The indicator that a renewal renews, or the indicator itself. */
async function renewedBy(db: Queries, providerId: string, indicator: Indicator): Promise<Indicator> {
  return indicator.renews === null ? indicator : (await byId(db, providerId, indicator.renews))!;
}

async function findEnd(
  db: Queries,
  providerId: string,
  parameter: string,
  text: string,
): Promise<Indicator | undefined | ReadProblem> {
  if (isVerificationId(text)) {
    const found = await byId(db, providerId, text);
    const detail = `This provider has no indicator with the verification id ${text}.`;
    return found ?? { problem: 'indicator_not_found', detail };
  }
  const at = parseInstant(text);
  if (at === null) return invalidParameter(parameter, 'not_instant', 'is not a valid date-time');
  return lastCurrent(db, providerId, at);
}

function byId(db: Queries, providerId: string, verificationId: string): Promise<Indicator | undefined> {
  return publishedBy(db, providerId)
    .where('indicators.verification_id', '=', verificationId)
    .executeTakeFirst();
}

/** The newest indicator published by then, without corrections of superseded ones, which were never current. */
function lastCurrent(db: Queries, providerId: string, at: number): Promise<Indicator | undefined> {
  return publishedBy(db, providerId)
    .where('indicators.published_at', '<=', at)
    .where(({ eb, or }) =>
      or([eb('indicators.corrects', 'is', null), eb('indicators.supersedes', 'is not', null)]),
    )
    .orderBy('indicators.log_index', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function explain(
  db: Queries,
  from: Indicator,
  to: Indicator,
): Promise<{ change: Change; methodology: Methodology }> {
  const [before, after] = [await rescored(db, from), await rescored(db, to)];
  return { change: explainChange(before, after), methodology: after.trace.methodology };
}

async function rescored(db: Queries, indicator: Indicator): Promise<Scored> {
  const { methodology } = await methodologyByDigest(db, indicator.methodology_digest);
  return rescore(methodology, await readPackage(db, indicator.package_hash));
}

function changeEnd(row: Indicator): ChangeEnd {
  return {
    verification_id: row.verification_id,
    final_score: hundredths(row.final_score),
    risk_band: row.risk_band as ChangeEnd['risk_band'],
    scored_at: offsetInstant(row.as_of),
  };
}

function byKind({ parts }: Change): Partial<Record<ChangeKind, number>> {
  const sums = new Map<ChangeKind, number>();
  for (const part of parts) {
    sums.set(part.kind, (sums.get(part.kind) ?? 0) + signedHundredths(part.points));
  }
  return Object.fromEntries([...sums].map(([kind, sum]) => [kind, hundredths(sum)]));
}

function signedHundredths(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1;
  return sign * parseScaled(text.replace('-', ''), 2)!;
}

function isProblem(value: Indicator | ReadProblem | null): value is ReadProblem {
  return value !== null && 'problem' in value;
}
