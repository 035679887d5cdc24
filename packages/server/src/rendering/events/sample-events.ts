// Invented event data, for test events of a type that has not occurred yet.

import {
  EVENT_DEFINITIONS,
  isScoreEvent,
  type Review,
  type ScoreEventData,
  type ScoreEventDetail,
  type ScoreEventType,
  type WebhookEvent,
  type WebhookEventType,
} from '@rf-indicators/contract';
import { hundredths } from '@rf-indicators/core/desk/snapshots/wire-numbers';

export interface SampleContext {
  sequence: number;
  checkpoint: string | null;
  disclosure: string;
  isEntitled: boolean;
}

const PROVIDER_ID = '00000000-0000-7000-8000-000000000001';
const CHANGELOG_ID = '00000000-0000-7000-8000-000000000002';
const EARLIER_ID = 'RF-00000-00000-00000-00000-000000';
const LATER_ID = 'RF-00000-00000-00000-00000-000001';

const SAMPLE_REVIEW: Review = {
  direction: 'down',
  since: '2026-04-26T12:00:05Z',
  until: '2026-05-10T12:00:05Z',
  reason: 'The provider announced a merger that is not completed.',
};

const SAMPLE_RATIONALE =
  'A sample. New facts in Liquidity moved the score. A longer record of audited statements would raise it; a delay of withdrawals would lower it.';

const SCORES: Record<
  ScoreEventType,
  { kind: ScoreEventData['kind']; before: number | null; after: number | null; reason: string }
> = {
  'score.published': {
    kind: 'initial',
    before: null,
    after: 7120,
    reason: 'First indicator of this provider.',
  },
  'score.changed': { kind: 'score_change', before: 7000, after: 7120, reason: 'New facts in Liquidity.' },
  'band.changed': { kind: 'band_change', before: 7120, after: 8010, reason: 'New facts in Liquidity.' },
  'score.corrected': {
    kind: 'correction',
    before: 7120,
    after: 7100,
    reason: 'Correction: a misread figure.',
  },
  'score.withdrawn': { kind: 'withdrawal', before: 7120, after: null, reason: 'The provider has closed.' },
  'score.reinstated': {
    kind: 'reinstatement',
    before: null,
    after: 7120,
    reason: 'Published again after a withdrawal.',
  },
  'score.drifted': { kind: 'drift', before: 7120, after: 7113, reason: 'Older evidence in Liquidity.' },
  'score.stale': {
    kind: 'stale',
    before: 7120,
    after: 7120,
    reason: 'The legal status was last checked on 26 October 2025.',
  },
  'score.stale_ended': {
    kind: 'stale_ended',
    before: 7120,
    after: 7120,
    reason: 'The overdue check was made.',
  },
  'review.started': { kind: 'review_started', before: 7120, after: 7120, reason: SAMPLE_REVIEW.reason },
  'review.ended': { kind: 'review_ended', before: 7120, after: 7120, reason: 'The committee decided.' },
};

export function sampleData(type: WebhookEventType, context: SampleContext): WebhookEvent['data'] {
  if (isScoreEvent(type)) return scoreSample(type, context);
  const { sequence, checkpoint, disclosure } = context;
  if (type === 'score.renewed') {
    const { sample } = EVENT_DEFINITIONS[type];
    return { sequence, checkpoint, ...sample, limitations_disclosure: disclosure };
  }
  return { sequence, checkpoint, ...EVENT_DEFINITIONS[type].sample };
}

function scoreSample(type: ScoreEventType, context: SampleContext): ScoreEventData {
  const { kind, before, after, reason } = SCORES[type];
  const band = (score: number | null) => (score === null ? null : score >= 8000 ? 'LOW' : 'MEDIUM');
  const number = (score: number | null) => (score === null ? null : hundredths(score));
  const delta = before === null || after === null ? null : after - before;
  const isExplained = !/^(drift|stale|stale_ended|review_started|review_ended)$/.test(kind);
  const withDetail = context.isEntitled && EVENT_DEFINITIONS[type].hasDetail;
  return {
    sequence: context.sequence,
    checkpoint: context.checkpoint,
    changelog_id: CHANGELOG_ID,
    provider_id: PROVIDER_ID,
    provider_name: 'Sample Provider',
    planner_type: 'btc',
    kind,
    previous_score: number(before),
    new_score: number(after),
    previous_band: band(before),
    new_band: band(after),
    delta: number(delta),
    reason,
    framework_version: 'RF Framework v1.0',
    verification_id: LATER_ID,
    rationale: isExplained ? SAMPLE_RATIONALE : null,
    disclosures: null,
    review: kind === 'review_started' ? SAMPLE_REVIEW : null,
    corrects: kind === 'correction' ? EARLIER_ID : null,
    scored_at: '2026-04-26T12:00:00+00:00',
    changed_at: '2026-04-26T12:00:05Z',
    limitations_disclosure: context.disclosure,
    ...(withDetail && after !== null ? { detail: detailSample(after, delta) } : {}),
  };
}

function detailSample(score: number, delta: number | null): ScoreEventDetail {
  const factor = { criterion_id: 'equity_ratio', criterion_label: 'Equity ratio', detail: 'A sample.' };
  return {
    confidence: hundredths(85),
    uncapped_score: hundredths(score),
    rf_decision_object: {
      summary: 'A sample.',
      ceiling_factors: [{ ...factor, point_impact: hundredths(-410) }],
      floor_factors: [{ ...factor, point_impact: hundredths(520) }],
      hard_caps_fired: [],
      points_to_next_band: hundredths(Math.max(0, 8000 - score)),
      ...(score < 8000 ? { next_band: 'LOW' } : {}),
      in_lowest_risk_band: score >= 8000,
    },
    change: delta === null ? null : { delta: hundredths(delta), parts: [partSample(delta)] },
  };
}

function partSample(delta: number) {
  return {
    kind: 'value' as const,
    criterion_id: 'equity_ratio',
    criterion_label: 'Equity ratio',
    module_id: null,
    module_label: null,
    before: '4.00',
    after: '5.00',
    points: hundredths(delta),
  };
}
