// What the overview of a workspace puts first, and which keys its usage lists.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concernsOf, type StateProps } from '../../src/console/overview/concerns.ts';
import { usageOfKeys } from '../../src/console/overview/usage-of-keys.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-11-18T12:00:00Z');

const at = (instant: number) => new Date(instant).toISOString();

type Key = StateProps['keys'][number];
const key = (name: string, more: Partial<Key> = {}) =>
  ({
    ...{ id: name, name, prefix: name, revoked_at: null, expires_at: null, replaces: null },
    ...{ last_used_at: at(NOW - HOUR), requests_24h: 40, ...more },
  }) as Key;

const workspace = (accepted_at: string | null = '2026-01-01T00:00:00Z') =>
  ({
    quotas: [],
    terms: [{ kind: 'api', version: '1.0', accepted_at }],
  }) as unknown as StateProps['workspace'];

test('what ends soonest comes first, whatever kind it is', () => {
  const keys = [
    key('reports', { expires_at: at(NOW + 5 * DAY) }),
    key('old', { expires_at: at(NOW + 14 * HOUR) }),
    key('new', { replaces: 'old' }),
  ];
  const endpoint = {
    ...{ id: 'e', url: 'https://a.example/hook', enabled: true, disabled_because: null },
    failing_since: at(NOW - 3 * DAY),
  } as StateProps['endpoints'][number];
  const concerns = concernsOf({ workspace: workspace(null), keys, endpoints: [endpoint], now: NOW });
  assert.deepEqual(
    concerns.map(({ name, word, until }) => [name, word, until === null ? null : (until - NOW) / HOUR]),
    [
      ['old', 'rotating', 14],
      ['a.example/hook', 'failing', 48],
      ['reports', 'expiring', 120],
      ['API terms 1.0', 'to accept', null],
    ],
  );
});

test('terms that wait before the first key are a step, and need no second line', () => {
  const none = { workspace: workspace(null), keys: [], endpoints: [], now: NOW };
  assert.deepEqual(concernsOf(none), []);
});

test('usage lists every key that could be used in the thirty days', () => {
  const counts = { accepted: 7, refused: 1 };
  const usage = {
    by_key: [{ key_id: 'busy', key_name: 'busy', key_prefix: 'busy', tier: 'FREE', ...counts }],
  };
  const keys = [
    key('unused', { last_used_at: null }),
    key('busy'),
    key('revoked', { revoked_at: at(NOW - 3 * DAY) }),
    key('expired', { expires_at: at(NOW - 29 * DAY) }),
    key('long gone', { revoked_at: at(NOW - 31 * DAY) }),
  ];
  assert.deepEqual(
    usageOfKeys(usage as never, keys, NOW).map(({ name, state, accepted }) => [name, state, accepted]),
    [
      ['busy', null, 7],
      ['unused', null, 0],
      ['revoked', 'revoked', 0],
      ['expired', 'expired', 0],
    ],
  );
});
