// UUIDv7: ids that sort by the time they were created.

import { randomBytes } from 'node:crypto';

/** Pass `random` where the ids must be reproducible, as in the demo and in tests. */
export function uuidV7(now: number, random: (count: number) => Uint8Array = randomBytes): string {
  const bytes = new Uint8Array(16);
  bytes.set(random(10), 6);
  for (let at = 5, rest = now; at >= 0; at -= 1, rest = Math.floor(rest / 256)) bytes[at] = rest % 256;
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
