// Addresses, responses and events for tests of webhooks, and for attempts outside tests.

import type { Context } from '@rf-indicators/core/context/context';
import { writeEvent } from '@rf-indicators/core/events/write-event';
import type { TargetRules } from '@rf-indicators/core/webhooks/target-check';
import type { WebhookResponse } from '../../src/webhooks/sending/send.ts';

/** Every name is at a public address; this machine itself is taken too. */
export const anywhere: TargetRules = { allowLoopback: true, resolve: async () => ['93.184.215.14'] };

export function response(code: number | null, more: Partial<WebhookResponse> = {}): WebhookResponse {
  const error = code === null ? 'ECONNREFUSED' : null;
  return {
    code,
    headers: code === null ? null : {},
    body: code === null ? null : '',
    error,
    hung: false,
    ...more,
  };
}

/** An event that stands on nothing else in the store. */
export async function happen(desk: Context, count = 1, providerId: string | null = null): Promise<string[]> {
  const ids: string[] = [];
  await desk.store.transaction(async (writes) => {
    ids.length = 0;
    for (let made = 0; made < count; made += 1) {
      const withId: Context = {
        ...desk,
        newId: () => {
          ids.push(desk.newId());
          return ids.at(-1)!;
        },
      };
      await writeEvent(withId, writes, 'issuance.new', providerId, issuance());
    }
  });
  return ids;
}

function issuance() {
  return {
    id: '00000000-0000-7000-8000-00000000abcd',
    issuer_name: 'Issuer',
    provider_id: null,
    name: 'Series A',
    ticker: null,
    type: 'bond' as const,
    status: 'ANNOUNCED' as const,
    currency: 'USD',
    amount: 1000,
    coupon_rate: null,
    price: null,
    announced_on: '2026-04-01',
    pricing_on: null,
    settles_on: null,
    source_url: null,
    updated_at: '2026-04-01T09:00:00.000Z',
  };
}
