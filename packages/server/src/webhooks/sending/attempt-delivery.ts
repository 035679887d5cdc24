// Makes one attempt at a claimed delivery: signs it with the current time, sends it and returns the outcome.

import type { Context } from '@rf-indicators/core/context/context';
import type { Outcome } from '../queue/attempts.ts';
import type { Claimed } from '../queue/claims.ts';
import type { Send, WebhookResponse } from './send.ts';
import { signatureHeaders } from './signature.ts';

const USER_AGENT = 'RF-Risk-Indicators-Webhooks/1.0';

export interface AttemptOptions {
  context: Context;
  send: Send;
  onError: (error: unknown) => void;
}

export async function attemptDelivery(
  { context, send, onError }: AttemptOptions,
  claimed: Claimed,
): Promise<Outcome> {
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
    response = { code: null, headers: null, body: null, error: 'internal error of the sender', hung: false };
  }
  return { claimed, requestHeaders, startedAt, finishedAt: Math.floor(context.clock()), response };
}
