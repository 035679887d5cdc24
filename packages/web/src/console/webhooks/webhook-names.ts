// Names of events, endpoints and deliveries, and of their states.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { EVENT_TYPES } from '../../api/catalogue.ts';
import type { SearchOf } from '../../pages.ts';
import { eventName } from '../../ui/event-names.ts';
import { plural } from '../../ui/format.ts';
import type { StateKind } from '../../ui/state.tsx';

export { eventName };
export type WebhookSearch = SearchOf<'/console/$workspace/webhooks'>;
export type Status = Exclude<WebhookSearch['status'], ''>;
export type Period = Exclude<WebhookSearch['since'], ''>;
export type Endpoint = AnswerOf<'webhooks.list'>['data'][number];

/** For a row of filters. */
export const EVENT_OPTIONS: Readonly<Record<string, string>> = {
  '': 'all',
  ...Object.fromEntries(EVENT_TYPES.map(({ type }) => [type, eventName(type)])),
};

interface EventGroup {
  title: string;
  types: readonly (typeof EVENT_TYPES)[number][];
}

/** The types that an endpoint can be sent, by what they are about. */
export const EVENT_GROUPS: readonly EventGroup[] = [
  group('Scores', ({ type }) => /^(score|band)\./.test(type)),
  group('Framework', ({ type }) => type.startsWith('methodology.')),
  group('Issuances', ({ type }) => type.startsWith('issuance.')),
  group('Webhooks', ({ type, delivery }) => type.startsWith('webhook.') && delivery !== 'on_request'),
];

function group(title: string, isIn: (type: (typeof EVENT_TYPES)[number]) => boolean): EventGroup {
  // Those that are off at first come last.
  const types = EVENT_TYPES.filter(isIn).toSorted((a, b) => a.delivery.localeCompare(b.delivery));
  return { title, types };
}

export const DEFAULT_TYPES: readonly string[] = EVENT_TYPES.filter(
  ({ delivery }) => delivery === 'default',
).map(({ type }) => type);

/** "default", or how many. */
export function eventsInWords(types: readonly string[]): string {
  const isDefault =
    types.length === DEFAULT_TYPES.length && types.every((type) => DEFAULT_TYPES.includes(type));
  if (isDefault) return 'default types';
  return types.length === 1 ? eventName(types[0]!) : plural(types.length, 'type');
}

/** The address without its scheme. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '');
}

export function hostOf(url: string): string {
  return new URL(url).host;
}

export const STATUS_NAMES: Readonly<Record<Status, string>> = {
  pending: 'retrying or due',
  waiting: 'waiting for endpoint',
  delivered: 'delivered',
  exhausted: 'failed',
  cancelled: 'cancelled',
};

export interface Named {
  kind: StateKind;
  word: string;
}

export function deliveryState({ status, tries }: { status: Status; tries: number }): Named {
  switch (status) {
    case 'pending':
      return { kind: 'waiting', word: tries === 0 ? 'due' : 'retrying' };
    case 'waiting':
      return { kind: 'waiting', word: 'waiting' };
    case 'delivered':
      return { kind: 'good', word: 'delivered' };
    case 'exhausted':
      return { kind: 'failed', word: 'failed' };
    case 'cancelled':
      return { kind: 'off', word: 'cancelled' };
  }
}

const DISABLED_BECAUSE = {
  member: 'by a member',
  gone: 'the receiver answered 410 Gone',
  failing: 'every attempt failed for 5 days',
};

export function disabledReason({ disabled_because }: Endpoint): string {
  return disabled_because === null ? '' : DISABLED_BECAUSE[disabled_because];
}

export const PERIOD_NAMES: Readonly<Record<Period, string>> = {
  '1h': 'the last hour',
  '24h': '24 hours',
  '7d': '7 days',
};

const HOUR = 60 * 60 * 1000;
const PERIOD_MS: Readonly<Record<Period, number>> = { '1h': HOUR, '24h': 24 * HOUR, '7d': 7 * 24 * HOUR };

/** As acts take it. */
export function beginningOf(period: Period, now: number): string {
  return new Date(now - PERIOD_MS[period]).toISOString();
}

/** 35 ms, 1.2 s */
export function duration(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
