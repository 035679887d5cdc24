// A bundle that is held: decides inside this process, and renews itself before it ends.

import {
  BUNDLE_FORMAT,
  checkFormatted,
  decide,
  isPolicy,
  type Policy,
  type PolicySnapshot,
  policyDigest,
  unknownSnapshot,
} from '@rf-indicators/engine';
import { ApiError, RfError } from '../errors.ts';
import type { SignedBundle } from '../generated/wire.ts';
import { throwingRfErrors } from '../guard.ts';
import { segment } from '../read-requests.ts';
import type { Settings } from '../settings.ts';
import { Transport } from '../transport.ts';
import { type ReadOptions, readExposure } from './arguments.ts';
import { askDecisions, inTime } from './ask.ts';
import { failureDecision, reasonOf, UntrustedAnswerError } from './failures.ts';
import type { BundleDecision, Exposure, FailureDecision, FailureReason, PolicyBundle } from './forms.ts';
import { ServiceClock } from './service-clock.ts';
import { millisecondsOf, ROUNDED_MS, type Stopwatch, startStopwatch } from './stopwatch.ts';

interface Held {
  policy: Policy;
  digest: string;
  issuedAt: number;
  validUntil: number;
  byProvider: ReadonlyMap<string, { snapshot: PolicySnapshot; verification_id: string | null }>;
}

/** The engine promises not to change what it returns, and need not demand it of callers. */
type Mutable<Value> = Value extends object
  ? { -readonly [Name in keyof Value]: Mutable<Value[Name]> }
  : Value;

const SHORTEST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

export class HeldBundle implements PolicyBundle {
  readonly #settings: Settings;
  readonly #name: string;
  readonly #options: ReadOptions;
  /** Keeps the answer by its ETag. */
  readonly #transport: Transport;
  #held: Held | null = null;
  #clock: ServiceClock | null = null;
  #reason: FailureReason | null = null;
  #refreshing: Promise<void> | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isBackground: boolean;

  constructor(settings: Settings, name: string, options: ReadOptions, isBackground: boolean) {
    this.#settings = settings;
    this.#name = name;
    this.#options = options;
    this.#isBackground = isBackground;
    this.#transport = new Transport({ ...settings, etagCache: 1, maxWait: options.deadlineMs });
  }

  get validUntil(): string | null {
    return this.#held === null ? null : textOf(this.#held.validUntil);
  }

  get policyDigest(): string | null {
    return this.#held?.digest ?? null;
  }

  get reason(): FailureReason | null {
    return this.#reason;
  }

  decisionOf(providerId: string, exposure: Exposure = 'new'): BundleDecision | FailureDecision {
    readExposure(exposure);
    const { onFailure } = this.#options;
    if (this.#held === null || this.#clock === null)
      return failureDecision(providerId, onFailure, this.#reason ?? 'unavailable');
    const { policy, validUntil, byProvider } = this.#held;
    const now = this.#clock.latest();
    if (now >= validUntil) return failureDecision(providerId, onFailure, 'expired');
    const { snapshot, verification_id } = byProvider.get(providerId) ?? unknown(providerId);
    const decided = decide(policy, snapshot, { at: textOf(now), exposure });
    return { ...(decided as Mutable<typeof decided>), source: 'bundle', verification_id };
  }

  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  close(): void {
    this.#isBackground = false;
    clearTimeout(this.#timer);
  }

  async #refresh(): Promise<void> {
    let wait: number;
    try {
      await throwingRfErrors(() => this.#renew());
      this.#reason = null;
      this.#failures = 0;
      // The service has another one from half of the time of this one on.
      wait = Math.max(SHORTEST_WAIT_MS, (this.#held!.validUntil - this.#clock!.latest()) / 2);
    } catch (error) {
      this.#reason = reasonOf(error as RfError);
      // What the service no longer gives must not decide any longer.
      if (this.#reason === 'refused' || this.#reason === 'unauthorised') this.#held = null;
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
      wait = Math.max(asked, Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** this.#failures));
      this.#failures += 1;
    }
    if (!this.#isBackground) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refresh(), Math.min(wait, 2 ** 31 - 1));
    // A program ends without waiting for the next renewal.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  async #renew(): Promise<void> {
    const watch = startStopwatch();
    const options = this.#options;
    const path = `/api/v1/policies/${segment('name', this.#name)}/bundle`;
    const { data, response } = await inTime({ options, watch }, (signal) =>
      this.#transport.json<SignedBundle>({ path, keyed: true, options: { signal } }),
    );
    const isSame = response.status === 304 && this.#held !== null;
    const held = isSame ? this.#held! : await this.#read(data);
    if (this.#clock === null || this.#clock.isOld) this.#clock = await this.#readClock(held, watch);
    this.#clock.hasBeen(held.issuedAt);
    // Another node, or somebody between, may give one that is older than the one before.
    if (this.#held === null || held.issuedAt >= this.#held.issuedAt) this.#held = held;
  }

  async #readClock({ byProvider }: Held, watch: Stopwatch): Promise<ServiceClock> {
    const [provider = 'none'] = byProvider.keys();
    const question = {
      policy: this.#name,
      providers: [provider],
      exposure: 'new' as const,
      reference: null,
      at: null,
    };
    const asking = { settings: this.#settings, options: this.#options, watch };
    const { document } = await askDecisions(question, asking);
    return new ServiceClock(millisecondsOf(document.issued_at), watch);
  }

  async #read({ document, signature }: SignedBundle): Promise<Held> {
    const { keys, workspaceId } = this.#options;
    const refuse = (what: string) => new UntrustedAnswerError(`The bundle cannot be trusted: ${what}.`);
    try {
      if (document.format !== BUNDLE_FORMAT || (await checkFormatted(document, signature, keys)) !== 'valid')
        throw refuse('it is not signed as a bundle with a key that you pinned');
      const { policy, policy_digest: digest } = document;
      if (!isPolicy(policy) || policy.name !== this.#name || (await policyDigest(policy)) !== digest)
        throw refuse('it is of another policy');
      if (workspaceId !== undefined && document.workspace_id !== workspaceId)
        throw refuse('it is of another workspace');
      const issuedAt = millisecondsOf(document.issued_at);
      const validUntil = millisecondsOf(document.valid_until);
      if (!(validUntil >= issuedAt)) throw refuse('it does not say until when it is valid');
      const byProvider = new Map(
        document.providers.map((one) => [
          one.snapshot.provider,
          verifiedBefore(issuedAt, one as ReturnType<typeof unknown>),
        ]),
      );
      if (byProvider.size !== document.providers.length) throw refuse('it has a provider twice');
      return { policy, digest, issuedAt, validUntil, byProvider };
    } catch (error) {
      throw error instanceof RfError ? error : refuse('it has not the form of one');
    }
  }
}

/**
 * A score that was verified after the bundle was signed counts as not verified: a clock is wrong. The clock of this process is
 * up to a second ahead of the service's, so such a score would be allowed here before it is there.
 */
function verifiedBefore(issuedAt: number, one: ReturnType<typeof unknown>): ReturnType<typeof unknown> {
  const { verified_at, ...others } = one.snapshot;
  return Date.parse(String(verified_at)) >= issuedAt + ROUNDED_MS ? { ...one, snapshot: others } : one;
}

function unknown(provider: string): { snapshot: PolicySnapshot; verification_id: string | null } {
  return { snapshot: unknownSnapshot(provider), verification_id: null };
}

function textOf(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
