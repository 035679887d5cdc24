// Tables of issuances and of score requests from the public.

import { oneOf, operational, table, text, time } from './define.ts';
import { SMALL } from './reasons.ts';

const ANSWER =
  'The answer to a request that is repeated with the same key within a day. Somebody who changes it gives the sender of that request a false answer when it is repeated; nothing else reads it.';

export const MARKET_TABLES = {
  issuances: table(
    {
      id: text().key(),
      provider_id: text().nullable().references('providers.id'),
      issuer_name: text(),
      name: text(),
      ticker: text().nullable(),
      isin: text().nullable(),
      type: oneOf('preferred_share', 'bond'),
      status: oneOf('ANNOUNCED', 'PRICING', 'ISSUED', 'WITHDRAWN'),
      currency: text(),
      amount: text().nullable(),
      coupon_rate: text().nullable(),
      price: text().nullable(),
      announced_on: text(),
      pricing_on: text().nullable(),
      settles_on: text().nullable(),
      source_url: text().nullable(),
      updated_at: time(),
    },
    { staysSmall: SMALL.typed, chain: 'rows' },
  ),
  score_requests: table(
    {
      id: text().key(),
      provider_name: text(),
      provider_url: text().nullable(),
      planner_type: text().nullable(),
      contact_email: text().nullable().erasedBy('score_requests.erase'),
      message: text().nullable().erasedBy('score_requests.erase'),
      status: oneOf('received', 'accepted', 'declined', 'scored'),
      received_at: time(),
      decided_at: time().nullable(),
      decided_by: text().nullable().references('staff.id'),
      /** Set once the status is `scored`. */
      provider_id: text().nullable().references('providers.id'),
      /** The name without case, accents and spaces that differ; null for requests that were received before there were such keys. */
      name_key: text().nullable(),
      /** The day by which staff expect the score. */
      expected_on: text().nullable(),
    },
    {
      chain: 'rows',
      indexes: {
        score_requests_by_time: '(received_at, id)',
        score_requests_by_status: '(status, received_at, id)',
        score_requests_by_name: '(name_key)',
      },
    },
  ),
  score_request_notes: table(
    {
      id: text().key(),
      request_id: text().references('score_requests.id'),
      noted_at: time(),
      noted_by: text().references('staff.id'),
      note: text().erasedBy('score_requests.erase'),
    },
    {
      chain: 'rows',
      indexes: {
        score_request_notes_by_request: '(request_id)',
      },
      appendOnly: true,
    },
  ),
  idempotent_answers: table(
    {
      scope: text().key(),
      key: text().key(),
      body_digest: text(),
      answer: text(),
      created_at: time(),
    },
    { chain: 'none', proof: operational(ANSWER) },
  ),
} as const;
