// The webhook deliverer: fans out events, claims and sends due deliveries, and records the outcomes in batches. The
// clock, the random source and the sender are injected, so that tests can simulate days in a second.

import { randomUUID } from 'node:crypto';
import type { Context } from '@rf-indicators/core/context/context';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import { MessageProof } from '@rf-indicators/core/webhooks/message-proof';
import type { Send, WebhookResponse } from '../sending/send.ts';
import { signatureHeaders } from '../sending/signature.ts';
import { SigningKeyRing } from '../sending/signing-keys.ts';
import { Alarm } from './alarm.ts';
import { isSuccess, type Outcome } from './attempts.ts';
import { type Claimed, claimDue, pendingEndpoints, releaseClaims, suspendedWorkspaces } from './claims.ts';
import { FanOutLoop } from './fan-out-loop.ts';
import { DEFAULT_LIMITS, type LaneLimits, Lanes, type Slot } from './lanes.ts';
import { OutcomeRecorder } from './outcome-recorder.ts';
import { recordOutcomes } from './outcomes.ts';
import { ProvedMessages } from './proved-messages.ts';

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
  /** Used by tests. */
  watch?: Watch;
}

interface Watch {
  /** After the claim. */
  claimed?(claims: readonly Claimed[]): void;
  /** Before other nodes can claim what was not sent. */
  releasing?(claims: readonly Claimed[]): void;
  /** After the record. */
  recorded?(outcomes: readonly Outcome[]): void;
}

/** More than three times the longest send: a send starts only in the first two thirds of its lease. */
const LEASE_MS = 60_000;
/** The longest pause without a notification, for example because another node died. */
const POLL_MS = 5000;
const AFTER_ERROR_MS = 1000;
const AFTER_FAILURE_MS = 1000;
/** One claim takes many deliveries, so while there is enough to send, the next claim can wait a moment. */
const CLAIM_GAP_MS = 5;
const RELAXED_CLAIM_GAP_MS = 50;
/** Used when all due deliveries belong to full lanes; a finished send triggers a claim earlier. */
const NO_ROOM_MS = 250;
const SLOW_MS = 1000;
const SLOW_CHECK_MS = 100;

export class Deliverer {
  readonly stats = { delivered: 0, failed: 0 };
  readonly #options: DelivererOptions;
  readonly #leaseMs: number;
  readonly #keyRing: SigningKeyRing;
  readonly #messages: ProvedMessages;
  readonly #lanes: Lanes;
  readonly #recorder: OutcomeRecorder;
  readonly #fanOut: FanOutLoop;
  readonly #slots = new Set<Slot>();
  readonly #alarm = new Alarm(() => this.#begin());
  readonly #slowTimer: NodeJS.Timeout;
  #working: Promise<void> | null = null;
  #isStopped = false;
  /** Something may have become due. */
  #isClaimRequested = false;
  /** More deliveries are due than were claimed. */
  #hasMore = false;
  #lagMs = 0;

  constructor(options: DelivererOptions) {
    const { context, masterKey, random, disclosure, onError, watch, limits = DEFAULT_LIMITS } = options;
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    this.#keyRing = new SigningKeyRing(masterKey);
    const proof = new MessageProof(masterKey);
    this.#messages = new ProvedMessages(context.store, proof, disclosure);
    this.#lanes = new Lanes(limits);
    this.#recorder = new OutcomeRecorder({
      onError,
      record: async (outcomes, released) => {
        watch?.releasing?.(released);
        await releaseClaims(context.store, released, context.clock());
        if (outcomes.length > 0) await recordOutcomes(context, outcomes, random);
        watch?.recorded?.(outcomes);
        if (released.length > 0) this.#requestClaim(CLAIM_GAP_MS);
        // The first retry is due in a few seconds, so there is time to find out when.
        else if (!outcomes.every(isSuccess)) this.#alarm.set(AFTER_FAILURE_MS);
      },
    });
    const onCreated = () => this.#requestClaim(0);
    this.#fanOut = new FanOutLoop({ context, disclosure, proof, onCreated, onError });
    this.#slowTimer = setInterval(() => this.#checkForSlow(), SLOW_CHECK_MS).unref();
  }

  get open(): number {
    return this.#lanes.open;
  }

  get queued(): number {
    return this.#lanes.queued;
  }

  /** How long the oldest due delivery had waited when the queue was last read. */
  get lagMs(): number {
    return this.#lagMs;
  }

  /** There may be events to fan out, or deliveries to send. */
  wake(): void {
    if (this.#isStopped) return;
    this.#fanOut.wake();
    this.#requestClaim(0);
  }

  /** Resolves when everything that is due now has been sent and recorded. */
  async settled(): Promise<void> {
    const isBusy = () =>
      !this.#fanOut.isIdle ||
      this.#isClaimRequested ||
      this.#working !== null ||
      this.#hasMore ||
      this.open + this.queued > 0 ||
      !this.#recorder.isEmpty;
    while (isBusy()) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Sends in progress may finish within `graceMs`; the others are attempted again when their lease ends. */
  async stop(graceMs = 0): Promise<void> {
    this.#isStopped = true;
    this.#alarm.clear();
    clearInterval(this.#slowTimer);
    await Promise.all([this.#working, this.#fanOut.stop()]);
    this.#recorder.release(this.#lanes.drain());
    const end = performance.now() + graceMs;
    while (this.open > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
    await this.#recorder.close();
  }

  #requestClaim(inMs: number): void {
    if (this.#isStopped) return;
    this.#isClaimRequested = true;
    this.#alarm.set(inMs);
  }

  #begin(): void {
    if (this.#isStopped || this.#working !== null) return;
    this.#isClaimRequested = false;
    this.#working = this.#claim()
      .catch((error) => {
        this.#options.onError(error);
        return AFTER_ERROR_MS;
      })
      .then((inMs) => {
        this.#working = null;
        if (!this.#isStopped) this.#alarm.set(this.#isClaimRequested ? CLAIM_GAP_MS : inMs);
      });
  }

  /** Claims as many deliveries as there is room for, and sends them. Returns the milliseconds until the next claim. */
  async #claim(): Promise<number> {
    const { context, watch } = this.#options;
    for (const id of await suspendedWorkspaces(context.store)) {
      this.#recorder.release(this.#lanes.drainWorkspace(id));
    }
    const pending = await pendingEndpoints(context.store);
    const now = context.clock();
    const due = pending.filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt);
    this.#lagMs = now - (due[0]?.dueAt ?? now);
    const wanted = this.#lanes.choose(due);
    // Endpoints without room are claimed when another send has finished.
    this.#hasMore = wanted.length < due.length;
    if (wanted.length > 0) {
      const leaseEnds = now + this.#leaseMs;
      const claims = await claimDue(context.store, this.#keyRing, this.#messages, wanted, {
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
    if (this.#hasMore) return this.queued > this.open ? RELAXED_CLAIM_GAP_MS : CLAIM_GAP_MS;
    const later = pending.map(({ dueAt }) => dueAt - now).filter((inMs) => inMs > 0);
    return Math.max(
      CLAIM_GAP_MS,
      later.reduce((least, inMs) => Math.min(least, inMs), POLL_MS),
    );
  }

  #pump(): void {
    if (this.#isStopped) return;
    const now = this.#options.context.clock();
    for (let next = this.#lanes.take(now); next !== null; next = this.#lanes.take(now)) {
      const { claimed, slot } = next;
      this.#slots.add(slot);
      // Too close to the end of the lease, another node could claim it before it is sent. It becomes due by itself.
      if (now > claimed.leaseEnds - this.#leaseMs / 3) this.#finish(slot, { succeeded: false, hung: false });
      else void this.#send(claimed, slot);
    }
  }

  async #send(claimed: Claimed, slot: Slot): Promise<void> {
    const outcome = await attemptDelivery(this.#options, claimed);
    const succeeded = isSuccess(outcome);
    this.stats[succeeded ? 'delivered' : 'failed'] += 1;
    this.#finish(slot, { succeeded, hung: outcome.response.hung });
    this.#pump();
    this.#recorder.add(outcome, this.open === 0);
    if (this.#hasMore && this.#lanes.runsLow(slot)) this.#alarm.set(CLAIM_GAP_MS);
  }

  #finish(slot: Slot, how: { succeeded: boolean; hung: boolean }): void {
    this.#slots.delete(slot);
    this.#lanes.finish(slot, how);
  }

  #checkForSlow(): void {
    const now = this.#options.context.clock();
    for (const slot of this.#slots) {
      if (!slot.isSlow && now - slot.startedAt >= SLOW_MS) this.#recorder.release(this.#lanes.markSlow(slot));
    }
    this.#pump();
  }
}

// Makes one attempt at a claimed delivery: signs it with the current time, sends it and returns the outcome.

const USER_AGENT = 'RF-Risk-Indicators-Webhooks/1.0';

export interface AttemptOptions {
  context: Context;
  send: Send;
  onError: (error: unknown) => void;
}

async function attemptDelivery(
  { context, send, onError }: AttemptOptions,
  claimed: Claimed,
): Promise<Outcome> {
  const startedAt = Math.floor(context.clock());
  const { eventId, keys, body, url } = claimed;
  const requestHeaders = {
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    ...signatureHeaders(keys, eventId, Math.floor(startedAt / 1000), body),
  };
  let response: WebhookResponse;
  try {
    response = await send({ url, headers: requestHeaders, body });
  } catch (error) {
    onError(error);
    response = { code: null, headers: null, body: null, error: 'internal error of the sender', hung: false };
  }
  return { claimed, requestHeaders, startedAt, finishedAt: Math.floor(context.clock()), response };
}
