// Slows down guessing of passwords and codes. Failures are counted per address, and per account and address together:
// an attacker who guesses waits longer and longer, while the owner of the account signs in from another address without waiting.
// Guesses from many addresses at one account make every answer about it slower, but refuse nothing.

import { createHash } from 'node:crypto';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { Queries } from '../store/store.ts';

const SECOND = 1000;
/** How long failures are remembered. */
export const FAILURES_KEPT_MS = 24 * 60 * 60 * SECOND;
const LONGEST_WAIT = 15 * 60 * SECOND;
const LONGEST_PAUSE = 2 * SECOND;
/** Failures that cost nothing: people mistype, and many people can share an address. */
const FREE = { pair: 5, address: 50, account: 20 } as const;

type CountedBy = keyof typeof FREE;

/** Too many failures. */
export class TooManyGuesses extends Refusal {
  readonly retryAfterSeconds: number;

  constructor(waitMs: number) {
    const seconds = Math.ceil(waitMs / SECOND);
    super('conflict', `Too many failed attempts. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`);
    this.retryAfterSeconds = seconds;
  }
}

export interface Guess {
  /** What is guessed at: an email address, or the kind of code. */
  account: string;
  address: string;
}

/** Throws if this guess comes too early. Returns how long the answer should take in addition. */
export async function requireMayGuess({ store: { db }, clock }: Context, guess: Guess): Promise<number> {
  const now = clock();
  for (const by of ['pair', 'address'] as const) {
    const { failures, last_at } = await failuresOf(db, keyOf(by, guess), now);
    const until = last_at + waitAfter(failures - FREE[by]);
    if (until > now) throw new TooManyGuesses(until - now);
  }
  const { failures } = await failuresOf(db, keyOf('account', guess), now);
  return Math.min(LONGEST_PAUSE, Math.max(0, failures - FREE.account) * 50);
}

/** 1 second after the first failure that counts, then twice as long after each, up to 15 minutes. */
function waitAfter(counted: number): number {
  return counted <= 0 ? 0 : Math.min(LONGEST_WAIT, SECOND * 2 ** Math.min(counted - 1, 20));
}

export async function recordFailure({ store, clock }: Context, guess: Guess): Promise<void> {
  const now = clock();
  await store.transaction(async (writes) => {
    for (const by of ['pair', 'address', 'account'] as const) {
      await writes
        .insertInto('sign_in_failures')
        .values({ key: keyOf(by, guess), failures: 1, last_at: now })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet(({ eb, ref }) => ({
            failures: eb(ref('sign_in_failures.failures'), '+', 1),
            last_at: now,
          })),
        )
        .execute();
    }
  });
}

/** After a success. The failures of the address stay, or one valid account would let it guess at all others. */
export async function forgetFailures({ store }: Context, guess: Guess): Promise<void> {
  const keys = [keyOf('pair', guess), keyOf('account', guess)];
  const found = await store.db
    .selectFrom('sign_in_failures')
    .select('key')
    .where('key', 'in', keys)
    .execute();
  if (found.length === 0) return;
  await store.db.deleteFrom('sign_in_failures').where('key', 'in', keys).execute();
}

async function failuresOf(db: Queries, key: string, now: number) {
  const row = await db.selectFrom('sign_in_failures').selectAll().where('key', '=', key).executeTakeFirst();
  return row === undefined || row.last_at < now - FAILURES_KEPT_MS ? { failures: 0, last_at: 0 } : row;
}

/** Hashed, so that the table lists nobody's addresses. */
function keyOf(by: CountedBy, { account, address }: Guess): string {
  const name = account.trim().toLowerCase();
  const parts = by === 'pair' ? [name, address] : by === 'address' ? [address] : [name];
  return createHash('sha256')
    .update([by, ...parts].join('\n'))
    .digest('base64url');
}

/** Longer than a code is accepted: 30 seconds, and one step before and after. */
const REMEMBERED_MS = 3 * 60 * 1000;

/**
 * Whether the user has not used this code before. Remembers it: codes of an authenticator app work once, so that somebody
 * who saw one being typed cannot use it for the rest of its time.
 */
export async function isFirstUse(
  { store: { db }, clock }: Context,
  userId: string,
  code: string,
): Promise<boolean> {
  const now = clock();
  const id = createHash('sha256').update(`totp\n${userId}\n${code}`).digest('base64url');
  await db.deleteFrom('user_verifications').where('id', '=', id).where('expires_at', '<=', now).execute();
  const used = { id, identifier: id, value: '', created_at: now, updated_at: now };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('user_verifications')
    .values({ ...used, expires_at: now + REMEMBERED_MS })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
