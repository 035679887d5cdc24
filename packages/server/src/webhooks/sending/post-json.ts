// Posts a JSON document to a service such as Slack, through the sender of webhooks: to a checked address, without redirects.

import type { Answer } from '@rf-indicators/core/watch/deliver';
import { parseRetryAfter } from '@rf-indicators/core/webhooks/schedule';
import type { Send } from './send.ts';

const USER_AGENT = 'RF-Risk-Indicators/1.0';

export function jsonPoster(
  send: Send,
  clock: () => number,
): (url: string, document: object) => Promise<Answer> {
  return async (url, document) => {
    const request = {
      url,
      headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': USER_AGENT },
      body: Buffer.from(JSON.stringify(document)),
    };
    const { code, headers, body, error } = await send(request);
    return { code, body, error, retryAfterMs: parseRetryAfter(headers?.['retry-after'], clock()) };
  };
}
