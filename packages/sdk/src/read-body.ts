// Reads a response to its end, up to a limit: whoever answers in the place of the service must not fill the memory.

import { invalidAnswer } from './error-of-response.ts';

/** The largest answers of the service are daily dumps, which have a few MB. */
export const LARGEST_BODY = 128 * 1024 * 1024;

export async function readBytes(response: Response): Promise<Uint8Array> {
  const { status, headers, body } = response;
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length;
    if (length > LARGEST_BODY) {
      // Not awaited: a server that ignores it would keep the caller waiting.
      reader.cancel().catch(() => undefined);
      throw invalidAnswer(status, headers.get('x-request-id'));
    }
    chunks.push(next.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

export async function readText(response: Response): Promise<string> {
  return new TextDecoder().decode(await readBytes(response));
}
