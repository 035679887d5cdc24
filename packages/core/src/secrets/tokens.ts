// Tokens and API keys: a prefix that names the kind, 32 random base62 characters, and a checksum by which secret
// scanners can recognise a token. Only the hash is stored.

import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = 6;

export type TokenKind =
  | 'rf_live_'
  | 'rf_staff_'
  | 'rf_member_'
  | 'rf_claim_'
  | 'rf_invite_'
  | 'rf_signin_'
  | 'rf_calendar_';

export interface NewToken {
  /** Shown to its owner once. */
  token: string;
  hash: string;
  /** Enough to tell tokens apart in a list. */
  prefix: string;
}

export function createToken(kind: TokenKind, pick: (below: number) => number = randomInt): NewToken {
  const random = Array.from({ length: RANDOM_LENGTH }, () => BASE62[pick(62)]).join('');
  const token = kind + random + checksum(random);
  return { token, hash: hashToken(token), prefix: token.slice(0, kind.length + SHOWN_LENGTH) };
}

export function isWellFormedToken(kind: TokenKind, token: string): boolean {
  if (!token.startsWith(kind) || token.length !== kind.length + RANDOM_LENGTH + CHECKSUM_LENGTH) return false;
  const random = token.slice(kind.length, -CHECKSUM_LENGTH);
  return token.endsWith(checksum(random));
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit += 1) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
