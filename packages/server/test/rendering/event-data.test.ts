// The data of events as it is sent: renewals, old reasons, types without detail, and samples.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_DEFINITIONS, WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@rf-indicators/contract';
import type { StoredEventData } from '@rf-indicators/core/store/event-data';
import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { morning, PROVIDER_ID, PublishedRows } from '../../../../test/support/published-rows.ts';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { EventPayload, type EventRow } from '../../src/rendering/events/payload.ts';
import { sampleData } from '../../src/rendering/events/sample-events.ts';

const CONTEXT = { checkpoint: null, disclosure: 'The disclosure.' };

function row(type: EventRow['type'], data: object): EventRow {
  const id = '0196a0b0-0000-7000-8000-0000000000ee';
  const about = { provider_id: PROVIDER_ID, workspace_id: null };
  return { seq: 7, id, type, ...about, created_at: morning(1), data: JSON.stringify(data) };
}

function requireDescribed(type: WebhookEventType, value: unknown): void {
  const schema: TSchema = EVENT_DEFINITIONS[type].data;
  assert.ok(Check(schema, value), `${type}: ${JSON.stringify([...Errors(schema, value)].slice(0, 3))}`);
}

test('every sample has the form of its type, and a detail only where the type has one', () => {
  for (const type of WEBHOOK_EVENT_TYPES) {
    for (const isEntitled of [true, false]) {
      const context = { sequence: 7, ...CONTEXT, isEntitled };
      const sample = JSON.parse(JSON.stringify(sampleData(type, context)));
      requireDescribed(type, sample);
      const hasDetail = isEntitled && EVENT_DEFINITIONS[type].hasDetail;
      assert.equal(sample.detail !== undefined, hasDetail, type);
      if ('limitations_disclosure' in sample)
        assert.equal(sample.limitations_disclosure, CONTEXT.disclosure, type);
    }
  }
});

onEitherStore('the data of a renewal is sent with decimals and instants', async (kind, t) => {
  const rows = await PublishedRows.create(kind, t);
  const stored: StoredEventData<'score.renewed'> = {
    sequence: 7,
    provider_id: PROVIDER_ID,
    provider_name: 'Northgate',
    planner_type: 'btc',
    final_score: 8120,
    risk_band: 'LOW',
    framework_version: 'RF Framework v1.0',
    verification_id: 'RF-00000-00000-00000-00000-000002',
    renews: 'RF-00000-00000-00000-00000-000001',
    scored_at: Date.parse('2026-04-02T06:00:00Z'),
    published_at: Date.parse('2026-04-02T06:00:01Z'),
  };
  const text = await new EventPayload(row('score.renewed', stored), CONTEXT).dataText(rows.db, true);
  const data = JSON.parse(text);
  requireDescribed('score.renewed', data);
  assert.match(text, /"final_score":81\.20,/);
  assert.deepEqual(
    [data.scored_at, data.published_at, data.renews],
    ['2026-04-02T06:00:00+00:00', '2026-04-02T06:00:01Z', stored.renews],
  );
});

onEitherStore('staleness has no detail, and old reasons do not name rules', async (kind, t) => {
  const rows = await PublishedRows.create(kind, t);
  const verification_id = await rows.publish({ at: morning(0), kind: 'initial', yields: ['4.00', '6.50'] });
  const stored: StoredEventData<'score.changed'> = {
    sequence: 7,
    changelog_id: '0196a0b0-0000-7000-8000-0000000000cc',
    provider_id: PROVIDER_ID,
    provider_name: 'Northgate',
    planner_type: 'btc',
    kind: 'score_change',
    previous_score: 7120,
    new_score: 7120,
    previous_band: 'MEDIUM',
    new_band: 'MEDIUM',
    reason: 'Hard rule HR04 fired.',
    framework_version: 'RF Framework v1.0',
    verification_id,
    changed_at: morning(1),
  };
  const sent = async (type: 'score.changed' | 'score.stale', more: object) => {
    const payload = new EventPayload(row(type, { ...stored, ...more }), CONTEXT);
    const data = JSON.parse(await payload.dataText(rows.db, true));
    requireDescribed(type, data);
    return data;
  };
  const changed = await sent('score.changed', {});
  assert.equal(changed.reason, 'A cap was applied.');
  assert.ok(changed.detail);
  const stale = await sent('score.stale', { kind: 'stale', reason: 'Overdue.' });
  assert.deepEqual([stale.kind, stale.delta, stale.detail], ['stale', 0, undefined]);
});
