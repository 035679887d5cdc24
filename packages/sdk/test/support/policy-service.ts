// A service that decides, as a `fetch` in this process: with the engine, a clock that tests move, and answers that they spoil.

import type { TestContext } from 'node:test';
import {
  bundleDocument,
  decisionsDocument,
  digestOf,
  type EvaluationRequest,
  type Policy,
  type PolicyBundle,
  type PolicySnapshot,
  parseSignerKey,
  type Signer,
  signerKeyFromSeed,
  signFormatted,
  unknownSnapshot,
} from '@rf-indicators/engine';
import type { SignedBundle, SignedDecisions } from '../../src/generated/wire.ts';

const made = await signerKeyFromSeed('policy.example', new Uint8Array(32).fill(3));
const other = await signerKeyFromSeed('policy.example', new Uint8Array(32).fill(4));
const signer = await parseSignerKey(made.signer);
const stranger = await parseSignerKey(other.signer);

/** What callers pin. */
export const KEYS = made.verifier;
export const WORKSPACE = '00000000-0000-7000-8000-000000000001';

/** The monotonic and the wall clock of this process, and the clock of the service. */
export class Clocks {
  monotonic = 1000;
  wall: number;
  service: number;

  constructor(now: string, skew = 0) {
    this.service = Date.parse(now);
    this.wall = this.service + skew;
  }

  pass(milliseconds: number): void {
    this.monotonic += milliseconds;
    this.wall += milliseconds;
    this.service += milliseconds;
  }

  install({ mock }: Pick<TestContext, 'mock'>): void {
    mock.method(performance, 'now', () => this.monotonic);
    mock.method(Date, 'now', () => this.wall);
  }
}

type Answer = SignedDecisions | SignedBundle;
/** Changes what is signed, or answers with something else. */
export type Fault = (
  answer: Answer,
  asked: EvaluationRequest,
) => Answer | Response | Promise<Answer | Response>;

export class PolicyService {
  readonly clocks: Clocks;
  policy: Policy;
  snapshots: readonly PolicySnapshot[];
  /** Requests so far: their paths. */
  readonly asked: string[] = [];
  /** For the next answers, in order; the last one stays. */
  faults: (Fault | null)[] = [];
  /** Every bundle that was ever signed. */
  readonly bundles: PolicyBundle[] = [];
  bundleFaults: (Fault | null)[] = [];
  #kept: {
    bundle: SignedBundle;
    renewedFrom: number;
    policy: Policy;
    snapshots: readonly PolicySnapshot[];
  } | null = null;

  constructor(clocks: Clocks, policy: Policy, snapshots: readonly PolicySnapshot[]) {
    this.clocks = clocks;
    this.policy = policy;
    this.snapshots = snapshots;
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const { pathname } = new URL(String(input));
    this.asked.push(pathname);
    if (pathname.endsWith('/evaluate')) {
      const request = this.request(JSON.parse(String(init!.body)));
      return this.#respond(await this.decide(request), next(this.faults), request);
    }
    const bundle = await this.bundle();
    const etag = `"${bundle.signature.value}"`;
    const fault = next(this.bundleFaults);
    if (fault === null && new Headers(init?.headers).get('if-none-match') === etag)
      return new Response(null, { status: 304, headers: { etag } });
    return this.#respond(bundle, fault, this.request({ policy: '', providers: [], nonce: '' }), etag);
  };

  request(
    body: Partial<EvaluationRequest> & Pick<EvaluationRequest, 'policy' | 'providers' | 'nonce'>,
  ): EvaluationRequest {
    return { exposure: 'new', reference: null, at: null, ...body };
  }

  get now(): string {
    return instantText(this.clocks.service);
  }

  snapshotOf(provider: string): PolicySnapshot {
    return this.snapshots.find((one) => one.provider === provider) ?? unknownSnapshot(provider);
  }

  async decide(request: EvaluationRequest): Promise<SignedDecisions> {
    const named = await Promise.all(
      request.providers.map(async (provider) => {
        const snapshot = this.snapshotOf(provider);
        return { snapshot, digest: await digestOf(snapshot), verification_id: null };
      }),
    );
    const issue = {
      decision_id: '00000000-0000-7000-8000-000000000002',
      workspace_id: WORKSPACE,
      issued_at: this.now,
    };
    return signed((await decisionsDocument(issue, request, this.policy, named)) as never);
  }

  /** Like that of the service, it stays the same until half of its time is over, or until something changes. */
  async bundle(): Promise<SignedBundle> {
    const { policy, snapshots, clocks } = this;
    const isKept = this.#kept?.policy === policy && this.#kept.snapshots === snapshots;
    if (this.#kept !== null && isKept && clocks.service < this.#kept.renewedFrom) return this.#kept.bundle;
    const document = await bundleDocument(
      { workspace_id: WORKSPACE, issued_at: this.now },
      policy,
      snapshots.map((snapshot) => ({ verification_id: null, snapshot })),
    );
    const bundle = await signed<SignedBundle>(document as never);
    this.bundles.push(document);
    const renewedFrom = (clocks.service + Date.parse(document.valid_until)) / 2;
    this.#kept = { bundle, renewedFrom, policy, snapshots };
    return bundle;
  }

  async #respond(
    answer: Answer,
    fault: Fault | null,
    asked: EvaluationRequest,
    etag?: string,
  ): Promise<Response> {
    // As if it had been sent: nothing of it is shared.
    const given = fault === null ? answer : await fault(structuredClone(answer), asked);
    if (given instanceof Response) return given;
    return Response.json(given, etag === undefined ? {} : { headers: { etag } });
  }
}

function next(faults: (Fault | null)[]): Fault | null {
  return (faults.length > 1 ? faults.shift() : faults[0]) ?? null;
}

export async function signed<Signed extends Answer>(
  document: Signed['document'],
  by: Signer = signer,
): Promise<Signed> {
  return { document, signature: await signFormatted(document, by) } as Signed;
}

/** Changes the document, and signs it again with the key of the service, or of a stranger. */
export function changing(change: (document: never) => object, isForged = false): Fault {
  return ({ document }) =>
    signed({ ...document, ...change(document as never) } as never, isForged ? stranger : signer);
}

export function problem(status: number, headers: Record<string, string> = {}): Fault {
  return () => Response.json({ code: 'a_problem', title: 'No', detail: 'No.' }, { status, headers });
}

export function instantText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}
