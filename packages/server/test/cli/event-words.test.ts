// The line that `rf webhooks listen` prints of an event.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WEBHOOK_EVENT_TYPES, type WebhookEvent } from '@rf-indicators/contract';
import { eventInWords, readEvent } from '../../src/cli/webhooks/event-lines.ts';
import { sampleData } from '../../src/rendering/events/sample-events.ts';

const ID = '01975f6e-52c8-7a35-9d3f-000000000000';
const context = { sequence: 1, checkpoint: null, disclosure: 'A disclosure.', isEntitled: true };

test('every event type is printed with its type, words and id', () => {
  for (const type of WEBHOOK_EVENT_TYPES) {
    const body = JSON.stringify({ id: ID, type, data: sampleData(type, context) });
    const line = eventInWords(readEvent(body)!);
    assert.match(line, new RegExp(`^${type} {2}[A-Z].{10,} {2}${ID}$`), type);
    assert.doesNotMatch(line, /undefined|cannot read|does not know/, type);
  }
});

test('unknown types and unreadable data are named as such', () => {
  for (const type of ['score.added_later', 'toString']) {
    const line = eventInWords({ id: ID, type, data: {} } as unknown as WebhookEvent);
    assert.equal(line, `${type}  a type that this version does not know  ${ID}`);
  }
  const line = eventInWords({ id: ID, type: 'issuance.new', data: null } as unknown as WebhookEvent);
  assert.equal(line, `issuance.new  data that this version cannot read  ${ID}`);
});
