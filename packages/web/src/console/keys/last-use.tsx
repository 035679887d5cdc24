// When a key was last used, and how much: what a person wants to know before they end it.

import { Ago } from '../../ui/instant.tsx';
import { plural } from '../../ui/words.ts';
import type { Key } from './key.ts';

export function LastUse({ apiKey: { last_used_at, requests_24h } }: { apiKey: Key }) {
  if (last_used_at === null) return 'It has not been used yet.';
  return (
    <>
      Last use: <Ago at={last_used_at} />, with {plural(requests_24h, 'request')} in 24 hours.
    </>
  );
}
