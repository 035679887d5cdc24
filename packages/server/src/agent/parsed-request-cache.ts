// Cache of parsed tool calls, by the bytes of their bodies. Agents often repeat a call, and parsing and validating a
// body costs more than answering it from the cache.

import type { CachedToolRequest } from './ask-tool.ts';

const MAX_ENTRIES = 10_000;
const MAX_BYTES = 1024;

export class ParsedRequestCache {
  #requests = new Map<string, CachedToolRequest>();

  find(bytes: Buffer): CachedToolRequest | undefined {
    return bytes.length > MAX_BYTES ? undefined : this.#requests.get(bytes.toString('latin1'));
  }

  /** Only for validated calls. They stay valid across publications. */
  keep(bytes: Buffer, request: CachedToolRequest): void {
    if (bytes.length > MAX_BYTES) return;
    if (this.#requests.size >= MAX_ENTRIES) this.#requests.clear();
    this.#requests.set(bytes.toString('latin1'), request);
  }
}
