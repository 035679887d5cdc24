// Reads from the service that is monitored, over HTTP alone. Nothing that it returns is trusted.

import { setTimeout as wait } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const LARGEST_RESPONSE = 64 * 1024 * 1024;
const ATTEMPTS = 4;
const LONGEST_WAIT_MS = 65_000;

/** The service could not be reached, or failed. That is not a sign of tampering. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

export interface Source {
  url: string;
  /** Whether all of it is of one moment. What a service shows can change while it is read. */
  isSnapshot: boolean;
  /** null if the service says that there is no such document. */
  bytes(path: string): Promise<Uint8Array | null>;
  text(path: string): Promise<string | null>;
  json(path: string): Promise<unknown>;
}

/** `pauseMs` is how long to wait before the second attempt; each further one waits twice as long. */
export function httpSource(url: string, pauseMs = 1000): Source {
  const bytes = (path: string) => read(`${url}${path}`, pauseMs);
  const text = async (path: string) => {
    const content = await bytes(path);
    if (content === null) return null;
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
    } catch {
      throw new Unavailable(`${url}${path} is not UTF-8 text.`);
    }
  };
  const json = async (path: string) => {
    const content = await text(path);
    try {
      return content === null ? null : JSON.parse(content);
    } catch {
      throw new Unavailable(`${url}${path} is not JSON.`);
    }
  };
  return { url, isSnapshot: false, bytes, text, json };
}

async function read(address: string, pauseMs: number): Promise<Uint8Array | null> {
  let isMissing = false;
  let reason = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await wait(Math.min(pauseMs * 2 ** (attempt - 1), LONGEST_WAIT_MS));
    try {
      const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS), cache: 'no-store' });
      if (response.ok) return await readLimited(response);
      await response.body?.cancel();
      // Asked again like an error: a service that is being restarted may not have it for a moment.
      isMissing = response.status === 404;
      reason = `it answered ${response.status}`;
      if (response.status === 429) await wait(retryAfter(response));
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      isMissing = false;
      const { message, cause } = error as Error;
      reason = cause instanceof Error ? cause.message || message : message;
    }
  }
  if (isMissing) return null;
  throw new Unavailable(`${address} could not be read: ${reason}.`);
}

async function readLimited(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > LARGEST_RESPONSE) throw new Unavailable(`${response.url} is too large.`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after'));
  return Math.min(Number.isFinite(seconds) ? Math.max(seconds, 0) * 1000 : 0, LONGEST_WAIT_MS);
}
