// Attempts to sign in: what a request is counted as, before it is checked, and whose turn to hash a password it takes.

import type { Context } from '@rf-indicators/core/context/context';
import { type CountedGuess, countGuess, type Guess } from '@rf-indicators/core/identity/guessing';
import { cookiePrefix, sessionToken } from '@rf-indicators/core/identity/session-cookie';
import type { SignedIn } from '@rf-indicators/core/identity/sessions';
import { Turns } from '../http/turns.ts';
import { accountOf, knownAccount } from './known-browsers.ts';
import type { IdentityRequest } from './messages.ts';
import { type SealedVerifications, sealedVerifications } from './sealed-verifications.ts';

/** Each of these hashes a password, which takes a core for a while and 32 MiB. */
const HASHES_PASSWORD: ReadonlySet<string> = new Set([
  'POST /sign-in/email',
  'POST /change-password',
  'POST /two-factor/enable',
  'POST /two-factor/disable',
  'POST /two-factor/generate-backup-codes',
  'POST /invitations/claim',
  'POST /password/reset',
]);

/** Two use no more than two cores and 64 MiB. The places leave room for other requests to the thread. */
const HASHING = { atOnce: 2, perClient: 4, inAll: 20 };

interface Attempt {
  /** null if nothing is guessed. */
  guess: Guess | null;
  /** Whose share of the turns to hash it takes; null if it hashes nothing. */
  turn: { client: string; isFirst: boolean } | null;
}

export interface AttemptedRequest {
  /** The operation: its method and path. */
  name: string;
  request: IdentityRequest;
  /** The address of the pages. */
  baseUrl: string;
  signedIn: SignedIn | null;
}

export interface Attempted<T> {
  result: T;
  /** For `forgetGuess`, if it was right; null if nothing was guessed. */
  counted: CountedGuess | null;
}

export class Attempts {
  readonly #context: Context;
  readonly #secret: string;
  readonly #verifications: SealedVerifications;
  readonly #hashing = new Turns(HASHING);

  constructor(context: Context, secret: string) {
    this.#context = context;
    this.#secret = secret;
    this.#verifications = sealedVerifications(secret);
  }

  /** Throws TooManyGuesses or NoPlace before anything is checked. Neither depends on whether the account exists. */
  async perform<T>(attempted: AttemptedRequest, check: () => Promise<T>): Promise<Attempted<T>> {
    const { guess, turn } = await this.#attemptOf(attempted);
    const place = turn === null ? null : this.#hashing.enter(turn.client, turn);
    try {
      const counted = guess === null ? null : await countGuess(this.#context, guess);
      // Somebody who is slowed down keeps their place, but not the turn of others.
      if (counted !== null && counted.pauseMs > 0)
        await new Promise((resolve) => setTimeout(resolve, counted.pauseMs));
      return { result: await (place === null ? check() : place.take(check)), counted };
    } finally {
      place?.leave();
    }
  }

  async #attemptOf({ name, request, baseUrl, signedIn }: AttemptedRequest): Promise<Attempt> {
    const { body, address, headers } = request;
    const known = knownAccount(headers.cookie, baseUrl, this.#secret);
    const browser = known === null ? address : `known browser of ${known}`;
    const fromBrowserOf = (email: string) => (known === accountOf(email) ? browser : address);
    if (name.startsWith('POST /two-factor/verify')) {
      const user = signedIn?.user.id ?? (await this.#challengedUser(baseUrl, headers.cookie));
      const guess: Guess =
        user === null
          ? { account: `second factor from ${address}`, address }
          : { account: `second factor of ${user}`, address: browser, isRefusedFromEverywhere: true };
      return { guess, turn: null };
    }
    if (name === 'POST /passkey/verify-authentication')
      return { guess: { account: `passkey from ${address}`, address }, turn: null };
    if (!HASHES_PASSWORD.has(name)) return { guess: null, turn: null };
    if (name === 'POST /sign-in/email') {
      const account = String(body?.email).slice(0, 254);
      const from = fromBrowserOf(account);
      return { guess: { account, address: from }, turn: { client: from, isFirst: from !== address } };
    }
    if (signedIn === null) return { guess: null, turn: { client: address, isFirst: false } };
    const { id, email } = signedIn.user;
    return {
      guess: { account: email, address: fromBrowserOf(email) },
      turn: { client: `users/${id}`, isFirst: true },
    };
  }

  /** The user whose second factor is asked for; null without a sign-in that got so far. */
  async #challengedUser(baseUrl: string, cookieHeader: string | undefined): Promise<string | null> {
    const { store, clock } = this.#context;
    const identifier = sessionToken(cookieHeader, `${cookiePrefix(baseUrl)}.two_factor`, this.#secret);
    if (identifier === null) return null;
    const challenge = await store.db
      .selectFrom('user_verifications')
      .selectAll()
      .where('identifier', '=', identifier)
      .where('expires_at', '>', clock())
      .executeTakeFirst();
    const opened = challenge && this.#verifications.open(challenge);
    return opened === undefined ? null : String(opened.value);
  }
}
