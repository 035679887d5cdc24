// Admission: checks the API key, the rate limit and the entitlement, in this order. It uses only the request headers.

import type { IncomingMessage } from 'node:http';
import {
  type Entitlement,
  type Operation,
  PROBLEMS,
  type ProblemCode,
  requiredTier,
  TIER_TERMS,
  TIERS,
} from '@rf-indicators/contract';
import type { Credential, Credentials, Quota } from './credentials.ts';
import type { KeyLookup } from './key-lookup.ts';
import { requestAddress, type TrustedProxies } from './limits/client-address.ts';
import type { Limits } from './limits/limits.ts';
import { type RatePolicy, type RateState, rateHeaders, retryAfter } from './limits/rate-headers.ts';
import type { AddressLimit, LimitDecision, RateLimiter } from './limits/rate-limiter.ts';
import type { UsedUp } from './limits/score-request-limit.ts';
import { misplacedElsewhere, misplacedInKeyHeader } from './misplaced-credentials.ts';
import type { ProblemDetails } from './problems.ts';
import type { UsageBook } from './usage-book.ts';

export interface AdmissionControl {
  clock: () => number;
  credentials: Credentials;
  keyLookup: KeyLookup;
  limits: Limits;
  usage: UsageBook;
  trustedProxies: TrustedProxies;
}

/** The result of admission. `headers` are sent with every response, also when the request is refused. */
export interface Admission {
  credential: Credential | null;
  headers: readonly string[];
  refusal: { code: ProblemCode; details: ProblemDetails } | null;
  /** Its places follow from its body, and are not counted yet. */
  isUncounted?: true;
}

type Refused = Admission & { refusal: NonNullable<Admission['refusal']> };

const NO_HEADERS: readonly string[] = [];
const OPEN: Admission = { credential: null, headers: NO_HEADERS, refusal: null };
const CHALLENGE = ['www-authenticate', 'ApiKey realm="RF Risk Indicators", header="x-api-key"'];

/** Synchronous if the key is known and the limits are in memory, so the fast path does not wait. Never rejects. */
export type Admit = (request: IncomingMessage) => Admission | Promise<Admission>;

export function admissionTo(operation: Operation, control: AdmissionControl): Admit {
  if (operation.access !== 'public') return (request) => admitKeyed(operation, control, request);
  const { limit } = operation;
  if (limit === undefined) return () => OPEN;
  if (limit === 'score_request') return (request) => admitScoreRequest(control, request);
  return (request) => admitWithin(control.limits.public[limit], addressOf(control, request), control.clock());
}

/** Counts a call whose number of places follows from its body, after admission, which only found that one is left. */
export function takePlaces(
  operation: Operation,
  control: Pick<AdmissionControl, 'clock' | 'limits' | 'usage'>,
  credential: Credential,
  places: number,
): Admission | Promise<Admission> {
  const now = control.clock();
  const { quota, ownQuota } = credential;
  const conclude = (decision: LimitDecision) => {
    const { isAccepted } = decision;
    control.usage.count(credential.counter, operation.id, isAccepted ? 'accepted' : 'refused', now);
    const headers = keyedHeaders(credential, decision, decision.isOwn, now);
    return isAccepted
      ? { credential, headers, refusal: null }
      : refuseOver(credential, decision, headers, now);
  };
  const decision = control.limits.keyed.accept(quota, ownQuota, now, places);
  return decision instanceof Promise ? decision.then(conclude) : conclude(decision);
}

function admitKeyed(
  operation: Operation,
  control: AdmissionControl,
  request: IncomingMessage,
): Admission | Promise<Admission> {
  const now = control.clock();
  const key = request.headers['x-api-key'];
  if (typeof key !== 'string' || key === '')
    return refused(NO_HEADERS, 'missing_api_key', withDetail(misplacedElsewhere(request.headers)));
  const credential = control.credentials.check(key, now);
  if (typeof credential !== 'string') return admitCredential(operation, control, credential, now);
  if (credential === 'invalid_api_key' && mayLookUp(control, request, key, now)) {
    return admitAfterLookup(operation, control, request, key);
  }
  return refuseKey(control, request, credential, now);
}

function mayLookUp(control: AdmissionControl, request: IncomingMessage, key: string, now: number): boolean {
  const { limiter, limit } = control.limits.failedKeys;
  const address = addressOf(control, request);
  const failuresLeft = limiter.remainingHere({ windowId: address, limit }, now);
  return control.keyLookup.isAllowed(key, address, failuresLeft);
}

async function admitAfterLookup(
  operation: Operation,
  control: AdmissionControl,
  request: IncomingMessage,
  key: string,
): Promise<Admission> {
  const result = await control.keyLookup.find(key, addressOf(control, request));
  if (result === 'unavailable') {
    return refused(NO_HEADERS, 'service_unavailable', { retry_after: 1, headers: ['retry-after', '1'] });
  }
  const now = control.clock();
  const credential = control.credentials.check(key, now);
  if (typeof credential === 'string') return refuseKey(control, request, credential, now);
  return admitCredential(operation, control, credential, now);
}

function admitCredential(
  operation: Operation,
  control: AdmissionControl,
  credential: Credential,
  now: number,
): Admission | Promise<Admission> {
  if (operation.places !== undefined) return admitUncounted(operation, control, credential, now);
  const decision = control.limits.keyed.accept(credential.quota, credential.ownQuota, now);
  if (!(decision instanceof Promise)) return admitDecided(operation, control, credential, decision, now);
  return decision.then((resolved) => admitDecided(operation, control, credential, resolved, now));
}

/**
 * Refuses what has no place left, without counting what has: `takePlaces` does, once the body is known, and the hook that ends a
 * call if its body was refused.
 */
function admitUncounted(
  operation: Operation,
  control: AdmissionControl,
  credential: Credential,
  now: number,
): Admission | Promise<Admission> {
  const { quota, ownQuota } = credential;
  const { keyed } = control.limits;
  const conclude = (shared: RateState, own: RateState | null): Admission => {
    const isOwn = own !== null && own.remaining <= shared.remaining;
    const state = isOwn ? own : shared;
    const headers = keyedHeaders(credential, state, isOwn, now);
    if (state.remaining > 0)
      return { credential, headers, refusal: entitlementRefusal(operation, credential), isUncounted: true };
    control.usage.count(credential.counter, operation.id, 'refused', now);
    const exceededLimit = isOwn ? ownQuota!.limit : quota.limit;
    const over = { ...state, isAccepted: false, isOwn, retryAt: state.resetAt, exceededLimit };
    return refuseOver(credential, over, headers, now);
  };
  const shared = keyed.read(quota, now);
  if (!(shared instanceof Promise)) {
    const { remaining, resetAt } = shared;
    return conclude({ remaining, resetAt }, ownQuota && (keyed.read(ownQuota, now) as RateState));
  }
  return Promise.all([shared, ownQuota && keyed.read(ownQuota, now)]).then((states) => conclude(...states));
}

function admitDecided(
  operation: Operation,
  control: AdmissionControl,
  credential: Credential,
  decision: LimitDecision,
  now: number,
): Admission {
  const { isAccepted } = decision;
  const headers = keyedHeaders(credential, decision, decision.isOwn, now);
  const refusal = isAccepted ? entitlementRefusal(operation, credential) : null;
  // The usage record of an agent call names the tool. The tool is in the body, so the agent endpoint counts the call.
  const isCountedLater = isAccepted && refusal === null && operation.access === 'pilot';
  if (!isCountedLater) {
    control.usage.count(credential.counter, operation.id, isAccepted ? 'accepted' : 'refused', now);
  }
  if (!isAccepted) return refuseOver(credential, decision, headers, now);
  return { credential, headers, refusal };
}

function keyedHeaders(
  { quota, ownQuota }: Credential,
  state: RateState,
  isOwn: boolean,
  now: number,
): readonly string[] {
  if (ownQuota === null) return rateHeaders(quota.policy, state, now);
  const policies = `${quota.policy.header}, ${ownQuota.policy.header}`;
  return rateHeaders(isOwn ? ownQuota.policy : quota.policy, state, now, policies);
}

/** Counts a read of a signed-in person in a window like those of keys. */
export function admitPerson(limits: RateLimiter, quota: Quota, now: number): Admission | Promise<Admission> {
  const conclude = (decision: LimitDecision): Admission => {
    const headers = rateHeaders(quota.policy, decision, now);
    if (!decision.isAccepted) return refuseOver(null, decision, headers, now);
    return { credential: null, headers, refusal: null };
  };
  const decision = limits.accept(quota, null, now);
  return decision instanceof Promise ? decision.then(conclude) : conclude(decision);
}

function refuseOver(
  credential: Credential | null,
  { retryAt, exceededLimit: limit }: LimitDecision,
  headers: readonly string[],
  now: number,
): Admission {
  const seconds = retryAfter(retryAt, now);
  const detail = `The limit of ${limit} requests per hour is used up. ${tryAgainIn(seconds)}`;
  return {
    credential,
    headers,
    refusal: { code: 'rate_limit_exceeded', details: tooMany(seconds, detail) },
  };
}

function withDetail(detail: string | undefined): ProblemDetails {
  return detail === undefined ? { headers: CHALLENGE } : { headers: CHALLENGE, detail };
}

/** Called only after the key has failed, so a valid key is never refused because of other clients at its address. */
function refuseKey(
  control: AdmissionControl,
  request: IncomingMessage,
  code: ProblemCode,
  now: number,
): Admission | Promise<Admission> {
  const key = String(request.headers['x-api-key']);
  const details = withDetail(code === 'invalid_api_key' ? misplacedInKeyHeader(key) : undefined);
  const conclude = (failures: Refused | null) => failures ?? refused(NO_HEADERS, code, details);
  const failures = tooManyFailures(control.limits.failedKeys, addressOf(control, request), now);
  return failures instanceof Promise ? failures.then(conclude) : conclude(failures);
}

/** Counts a failed credential; the refusal if the address has had too many of them. */
export function tooManyFailures(
  { limiter, limit, policy }: AddressLimit,
  address: string,
  now: number,
): Refused | null | Promise<Refused | null> {
  const conclude = (decision: LimitDecision): Refused | null => {
    if (decision.isAccepted) return null;
    const seconds = retryAfter(decision.retryAt, now);
    const detail = `Too many requests from this address had an invalid key or token. ${tryAgainIn(seconds)}`;
    return refused(rateHeaders(policy, decision, now), 'rate_limit_exceeded', tooMany(seconds, detail));
  };
  const decision = limiter.accept({ windowId: address, limit }, null, now);
  return decision instanceof Promise ? decision.then(conclude) : conclude(decision);
}

/** Counts a request of an address or a person. */
export function admitWithin(
  { limiter, limit, policy }: AddressLimit,
  id: string,
  now: number,
): Admission | Promise<Admission> {
  const conclude = (decision: LimitDecision): Admission => {
    // Only the policy: the remaining count differs per client, and shared caches may store the response.
    if (decision.isAccepted) return { credential: null, headers: policyHeaders(policy), refusal: null };
    return refuseUsedUp({ policy, state: decision, retryAt: decision.retryAt }, now);
  };
  const decision = limiter.accept({ windowId: id, limit }, null, now);
  return decision instanceof Promise ? decision.then(conclude) : conclude(decision);
}

/** Checks the limits without counting. The handler counts the request once its body is accepted. */
function admitScoreRequest(
  control: AdmissionControl,
  request: IncomingMessage,
): Admission | Promise<Admission> {
  const now = control.clock();
  const { scoreRequests } = control.limits;
  const conclude = (usedUp: UsedUp | null): Admission => {
    if (usedUp !== null) return refuseUsedUp(usedUp, now);
    return { credential: null, headers: policyHeaders(scoreRequests.policy), refusal: null };
  };
  const usedUp = scoreRequests.usedUp(addressOf(control, request), now);
  return usedUp instanceof Promise ? usedUp.then(conclude) : conclude(usedUp);
}

export function refuseUsedUp({ policy, state, retryAt }: UsedUp, now: number): Refused {
  const seconds = retryAfter(retryAt, now);
  const detail = `The rate limit for this operation is used up. ${tryAgainIn(seconds)}`;
  return refused(rateHeaders(policy, state, now), 'rate_limit_exceeded', tooMany(seconds, detail));
}

const policies = new WeakMap<RatePolicy, readonly string[]>();

function policyHeaders(policy: RatePolicy): readonly string[] {
  const known = policies.get(policy);
  if (known !== undefined) return known;
  const headers = ['ratelimit-policy', policy.header];
  policies.set(policy, headers);
  return headers;
}

function entitlementRefusal(
  { access, scopes = [] }: Operation,
  credential: Credential,
): Admission['refusal'] {
  const { suspended, scope } = credential.row;
  if (suspended) return { code: 'workspace_suspended', details: {} };
  if (scope !== null && !scopes.includes(scope)) {
    const detail = `This key is limited to the scope ${scope}, which does not include this operation. Use another key.`;
    return { code: 'insufficient_scope', details: { detail } };
  }
  if (access === 'key' || access === 'public') return null;
  if (access === 'pilot') return pilotRefusal(credential);
  const { entitlements, tier, row } = credential;
  if (entitlements.has(access)) return null;
  const required = requiredTier(access);
  return {
    code: 'insufficient_tier',
    details: {
      detail: entitlementDetail(access, required, tier, row.workspaceTier),
      required_tier: required,
      key_tier: tier,
      workspace_tier: row.workspaceTier,
    },
  };
}

/** Reports one missing requirement at a time, starting with the one that takes longest to obtain. */
function pilotRefusal({ tier, row }: Credential): Admission['refusal'] {
  if (!TIER_TERMS[tier].pilot) {
    const tiers = TIERS.filter((name) => TIER_TERMS[name].pilot);
    return {
      code: 'insufficient_tier',
      details: {
        detail: `The agent tools require a ${tiers.join(' or ')} key. This key has the ${tier} tier.`,
        required_tier: tiers[0]!,
        key_tier: tier,
        workspace_tier: row.workspaceTier,
      },
    };
  }
  if (!row.pilotEnabled) {
    const detail = 'This workspace is not enabled for the agent pilot. GET /api/mcp explains how to apply.';
    return { code: 'pilot_not_enabled', details: { detail } };
  }
  if (!row.agentTermsAccepted) {
    const detail = 'The Contract Admin of the workspace has not accepted the current agent terms.';
    return { code: 'terms_not_accepted', details: { detail } };
  }
  if (!row.agentScope) {
    const detail =
      'This key does not have the agent scope. Ask a member of your workspace to create a key that has it.';
    return { code: 'pilot_not_enabled', details: { detail } };
  }
  return null;
}

function entitlementDetail(
  entitlement: Entitlement,
  required: string,
  tier: string,
  workspace: string,
): string {
  const { detail } = PROBLEMS.insufficient_tier;
  if (tier === 'CUSTOM')
    return `${detail} The contract of its workspace does not include the "${entitlement}" entitlement.`;
  const upgrade = workspace === tier ? '' : ` Its workspace is ${workspace}, so the key can be upgraded.`;
  return `${detail} The operation requires the ${required} tier. This key has the ${tier} tier.${upgrade}`;
}

function addressOf({ trustedProxies }: AdmissionControl, request: IncomingMessage): string {
  return requestAddress(request, trustedProxies);
}

function tryAgainIn(seconds: string): string {
  return `Try again in ${seconds} ${seconds === '1' ? 'second' : 'seconds'}.`;
}

function tooMany(seconds: string, detail: string): ProblemDetails {
  return { detail, retry_after: Number(seconds), headers: ['retry-after', seconds] };
}

function refused(headers: readonly string[], code: ProblemCode, details: ProblemDetails): Refused {
  return { credential: null, headers, refusal: { code, details } };
}
