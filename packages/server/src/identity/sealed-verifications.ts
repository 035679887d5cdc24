// Authenticates the state of sign-ins in progress, such as the user whose second factor is asked for. These rows live for
// minutes and anyone can cause one, so they are not in the record chain; their value carries a MAC instead.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Row } from '@rf-indicators/core/store/schema';

export const VERIFICATIONS = 'user_verifications';

export interface SealedVerifications {
  seal(row: Row): Row;
  /** undefined if somebody else wrote the row. */
  open(row: Row): Row | undefined;
}

/** `secret`: the key of the session cookies, which is derived from the master key. */
export function sealedVerifications(secret: string): SealedVerifications {
  const macOf = ({ id, identifier, expires_at }: Row, value: string) =>
    createHmac('sha256', secret)
      .update(`state of a sign-in\n${JSON.stringify([id, identifier, Number(expires_at), value])}`)
      .digest('base64');
  return {
    seal: (row) => ({ ...row, value: `${macOf(row, String(row.value))} ${row.value}` }),
    open(row) {
      const text = String(row.value);
      const at = text.indexOf(' ');
      const value = text.slice(at + 1);
      const given = Buffer.from(text.slice(0, Math.max(at, 0)), 'base64');
      const expected = Buffer.from(macOf(row, value), 'base64');
      const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
      return isOurs ? { ...row, value } : undefined;
    },
  };
}
