// Slows down guessing of passwords and codes. Failures are counted per address, and per account and address together:
// an attacker who guesses waits longer and longer, while the owner of the account signs in from another address without waiting.
// Guesses from many addresses at one account make every answer about it slower, but refuse nothing: otherwise anybody could
// keep its owner out. Only second factors are different, because those guesses come from somebody who knows the password.

import { createHash } from 'node:crypto';
import type { Context } from '../context/context.ts';
import { Refusal } from '../context/refusal.ts';
import type { Queries, Writes } from '../store/store.ts';

const SECOND = 1000;
/** How long failures are remembered. */
export const FAILURES_KEPT_MS = 24 * 60 * 60 * SECOND;
const LONGEST_WAIT = 15 * 60 * SECOND;
const LONGEST_PAUSE = 2 * SECOND;
/** Failures that cost nothing: people mistype, and many people can share an address. */
const FREE = { pair: 5, address: 50, account: 20 } as const;

const COUNTED_BY = ['pair', 'address', 'account'] as const;
const NO_FAILURES = { failures: 0, last_at: 0 };

type CountedBy = (typeof COUNTED_BY)[number];

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
  /** Whether guesses at the account are also refused if they come from many addresses. Its owner has to wait then, too. */
  isRefusedFromEverywhere?: boolean;
}

export interface CountedGuess {
  guess: Guess;
  /** How long the answer should take in addition. */
  pauseMs: number;
  /** When it was counted, and when the last guess from its address was. */
  at: number;
  lastFromAddress: number;
}

type Counts = Record<CountedBy, { failures: number; last_at: number }>;

/**
 * Counts a guess as a failure before it is checked, so that guesses at the same time cannot pass the limit together.
 * Throws if it comes too early. `forgetGuess` takes it back if it was right.
 */
export async function countGuess({ store, clock }: Context, guess: Guess): Promise<CountedGuess> {
  const now = clock();
  // Before the transaction, so that refusing a flood of guesses takes no lock.
  requireMayGuess(guess, await countsOf(store.db, guess, now), now);
  return store.transaction(async (writes) => {
    const counts = await countsOf(writes, guess, now);
    requireMayGuess(guess, counts, now);
    for (const by of COUNTED_BY) {
      const { failures, last_at } = counts[by];
      const row = { failures: failures + 1, last_at: Math.max(last_at, now) };
      await writes
        .insertInto('sign_in_failures')
        .values({ key: keyOf(by, guess), ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute();
    }
    const pauseMs = Math.min(LONGEST_PAUSE, Math.max(0, counts.account.failures - FREE.account) * 50);
    return { guess, pauseMs, at: now, lastFromAddress: counts.address.last_at };
  });
}

function requireMayGuess({ isRefusedFromEverywhere }: Guess, counts: Counts, now: number): void {
  for (const by of COUNTED_BY) {
    if (by === 'account' && isRefusedFromEverywhere !== true) continue;
    const { failures, last_at } = counts[by];
    const wait = waitAfter(failures - FREE[by]);
    // A guess that began later may have been counted first.
    if (wait > 0 && last_at + wait > now) throw new TooManyGuesses(last_at + wait - now);
  }
}

/** 1 second after the first failure that counts, then twice as long after each, up to 15 minutes. */
function waitAfter(counted: number): number {
  return counted <= 0 ? 0 : Math.min(LONGEST_WAIT, SECOND * 2 ** Math.min(counted - 1, 20));
}

/**
 * After a success. Other failures of the address stay, or one valid account would let it guess at all others. The wait
 * after them is not extended by a success.
 */
export async function forgetGuess({ store }: Context, counted: CountedGuess): Promise<void> {
  const { guess, at, lastFromAddress } = counted;
  await store.transaction(async (writes) => {
    await writes
      .deleteFrom('sign_in_failures')
      .where('key', 'in', [keyOf('pair', guess), keyOf('account', guess)])
      .execute();
    const address = keyOf('address', guess);
    const row = await writes
      .selectFrom('sign_in_failures')
      .selectAll()
      .where('key', '=', address)
      .executeTakeFirst();
    if (row === undefined) return;
    const last_at = row.last_at === at ? lastFromAddress : row.last_at;
    await (row.failures <= 1
      ? writes.deleteFrom('sign_in_failures').where('key', '=', address)
      : writes
          .updateTable('sign_in_failures')
          .set({ failures: row.failures - 1, last_at })
          .where('key', '=', address)
    ).execute();
  });
}

async function countsOf(db: Queries | Writes, guess: Guess, now: number): Promise<Counts> {
  const keys = Object.fromEntries(COUNTED_BY.map((by) => [by, keyOf(by, guess)]));
  const rows = await db
    .selectFrom('sign_in_failures')
    .selectAll()
    .where('key', 'in', Object.values(keys))
    .where('last_at', '>=', now - FAILURES_KEPT_MS)
    .execute();
  const countOf = (by: CountedBy) => rows.find(({ key }) => key === keys[by]) ?? NO_FAILURES;
  return { pair: countOf('pair'), address: countOf('address'), account: countOf('account') };
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
