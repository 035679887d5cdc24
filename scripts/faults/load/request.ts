// One HTTP request of the load, and what became of it. A request whose answer did not arrive may or may not have been
// handled, so that is an outcome of its own.

import { Agent, request } from 'undici';

export interface Answered {
  kind: 'answered';
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  sentAt: number;
  answeredAt: number;
}

/** `wasSent`: false if no connection could be made, so the server cannot have seen the request. */
export interface Failed {
  kind: 'failed';
  wasSent: boolean;
  reason: string;
  sentAt: number;
  answeredAt: number;
}

export type Outcome = Answered | Failed;

export interface Sent {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** Longer than a server may take to say that its store is unavailable. */
  timeoutMs?: number;
}

/** The first act of a node starts a thread, which takes long on a machine with other work to do. */
const TIMEOUT_MS = 60_000;
const CONNECT_MS = 3000;
const NOT_SENT = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH']);

export class Requests {
  readonly #agent = new Agent({ connect: { timeout: CONNECT_MS }, connections: 64, pipelining: 1 });

  async send(
    url: string,
    { method = 'GET', headers = {}, body, timeoutMs = TIMEOUT_MS }: Sent = {},
  ): Promise<Outcome> {
    const sentAt = Date.now();
    try {
      const response = await request(url, {
        dispatcher: this.#agent,
        method,
        headers,
        body: body ?? null,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      const text = await response.body.text();
      return {
        kind: 'answered',
        status: response.statusCode,
        headers: response.headers,
        text,
        sentAt,
        answeredAt: Date.now(),
      };
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string };
      return {
        kind: 'failed',
        wasSent: !NOT_SENT.has(code),
        reason: code === '' ? message : code,
        sentAt,
        answeredAt: Date.now(),
      };
    }
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }
}
