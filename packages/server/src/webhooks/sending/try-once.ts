// One try of a claimed delivery: signed with the time of this try, and told with all that was sent and came back.

import type { Context } from '@rf-indicators/core/context/context';
import type { Outcome } from '../queue/attempts.ts';
import type { Claimed } from '../queue/claims.ts';
import type { Send, WebhookResponse } from './send.ts';
import { signatureHeaders } from './signature.ts';

const USER_AGENT = 'RF-Risk-Indicators-Webhooks/1.0';

export interface TryOptions {
  context: Context;
  send: Send;
  onError: (error: unknown) => void;
}

export async function tryOnce({ context, send, onError }: TryOptions, claimed: Claimed): Promise<Outcome> {
  const startedAt = Math.floor(context.clock());
  const { eventId, keys, body, url } = claimed;
  const requestHeaders = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signatureHeaders(keys, eventId, Math.floor(startedAt / 1000), body),
  };
  let response: WebhookResponse;
  try {
    response = await send({ url, headers: requestHeaders, body });
  } catch (error) {
    onError(error);
    response = { code: null, headers: null, body: null, error: 'a fault of the sender', hung: false };
  }
  return { claimed, requestHeaders, startedAt, finishedAt: Math.floor(context.clock()), response };
}
