// Delivering: events are fanned out, what is due is claimed and sent, and what became of it is recorded in batches. The
// clock, chance and the sender are given, so that days can be lived through in a second.

import { randomUUID } from 'node:crypto';
import type { Context } from '@rf-indicators/core/context/context';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import type { Send } from '../sending/send.ts';
import { SigningKeyRing } from '../sending/signing-keys.ts';
import { tryOnce } from '../sending/try-once.ts';
import { Alarm } from './alarm.ts';
import { isSuccess, type Outcome } from './attempts.ts';
import { type Claimed, claimDue, pendingEndpoints, releaseClaims } from './claims.ts';
import { FanOutLoop } from './fan-out-loop.ts';
import { DEFAULT_LIMITS, type LaneLimits, Lanes, type Place } from './lanes.ts';
import { OutcomeBook } from './outcome-book.ts';
import { recordOutcomes } from './outcomes.ts';

export interface DelivererOptions {
  context: Context;
  masterKey: MasterKey;
  send: Send;
  /** From 0 to below 1. */
  random: () => number;
  disclosure: string;
  onError: (error: unknown) => void;
  limits?: LaneLimits;
  leaseMs?: number;
  /** For those who watch what is claimed and recorded. */
  watch?: { claimed?(claims: readonly Claimed[]): void; recorded?(outcomes: readonly Outcome[]): void };
}

/** Longer than a send may take, three times over: only in the first two thirds is a send begun. */
const LEASE_MS = 60_000;
/** Without being told of anything, as when another node died. */
const LOOK_AGAIN_MS = 5000;
const AFTER_ERROR_MS = 1000;
const AFTER_FAILURE_MS = 1000;
/** One claim brings many deliveries: while there is enough to send, others that became due can wait a moment. */
const CLAIM_GAP_MS = 5;
const UNHURRIED_CLAIM_GAP_MS = 50;
/** All that is due is to endpoints that have no room: a send that finishes looks again at once. */
const NO_ROOM_MS = 250;
const SLOW_MS = 1000;
const SLOW_LOOK_MS = 100;

export class Deliverer {
  readonly stats = { delivered: 0, failed: 0 };
  readonly #options: DelivererOptions;
  readonly #leaseMs: number;
  readonly #keyRing: SigningKeyRing;
  readonly #lanes: Lanes;
  readonly #book: OutcomeBook;
  readonly #fanOut: FanOutLoop;
  readonly #places = new Set<Place>();
  readonly #alarm = new Alarm(() => this.#begin());
  readonly #slowTimer: NodeJS.Timeout;
  #working: Promise<void> | null = null;
  #isStopped = false;
  /** Something has become due, or may have. */
  #isCalled = false;
  /** More is due than was claimed. */
  #hasMore = false;

  constructor(options: DelivererOptions) {
    const { context, masterKey, random, disclosure, onError, watch, limits = DEFAULT_LIMITS } = options;
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    this.#keyRing = new SigningKeyRing(masterKey);
    this.#lanes = new Lanes(limits);
    this.#book = new OutcomeBook({
      onError,
      record: async (outcomes, released) => {
        await releaseClaims(context.store, released, context.clock());
        if (outcomes.length > 0) await recordOutcomes(context, outcomes, random);
        watch?.recorded?.(outcomes);
        if (released.length > 0) this.#call(CLAIM_GAP_MS);
        // The first retry is some seconds away: enough to look when.
        else if (!outcomes.every(isSuccess)) this.#alarm.set(AFTER_FAILURE_MS);
      },
    });
    const onMade = () => this.#call(0);
    this.#fanOut = new FanOutLoop({ context, disclosure, onMade, onError });
    this.#slowTimer = setInterval(() => this.#lookForSlow(), SLOW_LOOK_MS).unref();
  }

  get open(): number {
    return this.#lanes.open;
  }

  get queued(): number {
    return this.#lanes.queued;
  }

  /** Something happened: there may be events to fan out, or deliveries to send. */
  wake(): void {
    if (this.#isStopped) return;
    this.#fanOut.wake();
    this.#call(0);
  }

  /** Resolves when everything that is due by now was sent and recorded. */
  async settled(): Promise<void> {
    const isBusy = () =>
      !this.#fanOut.isIdle ||
      this.#isCalled ||
      this.#working !== null ||
      this.#hasMore ||
      this.open + this.queued > 0 ||
      !this.#book.isEmpty;
    while (isBusy()) await new Promise((resolve) => setImmediate(resolve));
  }

  /** What is under way gets so long; what is not done then is tried again when its lease ends. */
  async stop(graceMs = 0): Promise<void> {
    this.#isStopped = true;
    this.#alarm.clear();
    clearInterval(this.#slowTimer);
    await Promise.all([this.#working, this.#fanOut.stop()]);
    this.#book.giveBack(this.#lanes.drain());
    const end = performance.now() + graceMs;
    while (this.open > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
    await this.#book.close();
  }

  #call(inMs: number): void {
    if (this.#isStopped) return;
    this.#isCalled = true;
    this.#alarm.set(inMs);
  }

  #begin(): void {
    if (this.#isStopped || this.#working !== null) return;
    this.#isCalled = false;
    this.#working = this.#claim()
      .catch((error) => {
        this.#options.onError(error);
        return AFTER_ERROR_MS;
      })
      .then((inMs) => {
        this.#working = null;
        if (!this.#isStopped) this.#alarm.set(this.#isCalled ? CLAIM_GAP_MS : inMs);
      });
  }

  /** Claims what there is room for, and sends. Gives milliseconds until it should be done again. */
  async #claim(): Promise<number> {
    const { context, watch } = this.#options;
    const pending = await pendingEndpoints(context.store);
    const now = context.clock();
    const due = pending.filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt);
    const wanted = this.#lanes.choose(due);
    // Whoever found no room is claimed when something has finished.
    this.#hasMore = wanted.length < due.length;
    if (wanted.length > 0) {
      const leaseEnds = now + this.#leaseMs;
      const claims = await claimDue(context.store, this.#keyRing, wanted, {
        claim: randomUUID(),
        now,
        leaseEnds,
      });
      watch?.claimed?.(claims);
      this.#lanes.add(claims);
      const got = Map.groupBy(claims, ({ endpointId }) => endpointId);
      this.#hasMore ||= wanted.some(({ endpoint, most }) => got.get(endpoint.endpointId)?.length === most);
    }
    this.#pump();
    if (this.#hasMore && wanted.length === 0) return NO_ROOM_MS;
    if (this.#hasMore) return this.queued > this.open ? UNHURRIED_CLAIM_GAP_MS : CLAIM_GAP_MS;
    const later = pending.map(({ dueAt }) => dueAt - now).filter((inMs) => inMs > 0);
    return Math.max(
      CLAIM_GAP_MS,
      later.reduce((least, inMs) => Math.min(least, inMs), LOOK_AGAIN_MS),
    );
  }

  #pump(): void {
    if (this.#isStopped) return;
    const now = this.#options.context.clock();
    for (let next = this.#lanes.take(now); next !== null; next = this.#lanes.take(now)) {
      const { claimed, place } = next;
      this.#places.add(place);
      // Too near to the end of its lease, somebody else may have it by the time it is through: it comes back by itself.
      if (now > claimed.leaseEnds - this.#leaseMs / 3) this.#finish(place, { succeeded: false, hung: false });
      else void this.#send(claimed, place);
    }
  }

  async #send(claimed: Claimed, place: Place): Promise<void> {
    const outcome = await tryOnce(this.#options, claimed);
    const succeeded = isSuccess(outcome);
    this.stats[succeeded ? 'delivered' : 'failed'] += 1;
    this.#finish(place, { succeeded, hung: outcome.response.hung });
    this.#pump();
    this.#book.add(outcome, this.open === 0);
    if (this.#hasMore && this.#lanes.runsLow(place)) this.#alarm.set(CLAIM_GAP_MS);
  }

  #finish(place: Place, how: { succeeded: boolean; hung: boolean }): void {
    this.#places.delete(place);
    this.#lanes.finish(place, how);
  }

  #lookForSlow(): void {
    const now = this.#options.context.clock();
    for (const place of this.#places) {
      if (!place.isSlow && now - place.startedAt >= SLOW_MS) this.#book.giveBack(this.#lanes.markSlow(place));
    }
    this.#pump();
  }
}
