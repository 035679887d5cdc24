// Thirty days of usage for every key, used or not.

import { timeOf } from '../../ui/format.ts';
import { isEnded, type Key } from '../keys/key-state.ts';
import type { UsageTotals } from './usage-finding.ts';

/** What usage is counted over. */
const PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

interface KeyUsage {
  id: string;
  name: string;
  state: string | null;
  accepted: number;
  refused: number;
}

/** Every key that could be used in the thirty days: also those without a request, and those that have ended since. */
export function usageOfKeys(
  usage: Pick<UsageTotals, 'by_key'>,
  keys: readonly Key[],
  now: number,
): KeyUsage[] {
  const used = new Map(usage.by_key.map((one) => [one.key_id, one]));
  const known = keys
    .filter((key) => used.has(key.id) || (endOf(key) ?? now) >= now - PERIOD_MS)
    .map((key): KeyUsage => {
      const { accepted = 0, refused = 0 } = used.get(key.id) ?? {};
      const state = !isEnded(key, now) ? null : key.revoked_at === null ? 'expired' : 'revoked';
      return { id: key.id, name: key.name, state, accepted, refused };
    });
  return known.toSorted((a, b) => b.accepted - a.accepted || b.refused - a.refused);
}

function endOf({ revoked_at, expires_at }: Key): number | null {
  const end = revoked_at ?? expires_at;
  return end === null ? null : timeOf(end);
}
