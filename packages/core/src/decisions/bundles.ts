// Bundles of policies. One serves until half of its time is over, or until anything in it has changed, so that clients that ask
// often get the same bytes.

import { bundleDocument, type PolicyBundle, type Signature, signFormatted } from '@rf-indicators/engine';
import { type EvaluationContext, versionFor } from './evaluate.ts';
import { booksInScope, momentOf, scopeOf, withBooks } from './scope.ts';
import { wholeSecond } from './snapshots.ts';

export interface SignedBundle {
  document: PolicyBundle;
  signature: Signature;
}

interface KeptBundle {
  bundle: SignedBundle;
  /** Another text if anything in it is different. */
  source: string;
  renewedFrom: number;
}

const MOST_KEPT = 100;

export class Bundles {
  readonly #context: EvaluationContext;
  readonly #kept = new Map<string, KeptBundle>();

  constructor(context: EvaluationContext) {
    this.#context = context;
  }

  async read(workspaceId: string, name: string): Promise<SignedBundle> {
    const { store, clock, snapshots, signer, bookProviders } = this.#context;
    const now = clock();
    const { policy, digest } = await versionFor(store.db, workspaceId, name);
    const books = await booksInScope(bookProviders, workspaceId, [policy], momentOf(now, now));
    const ids = await scopeOf(store.db, policy, books);
    const read = await withBooks(await snapshots.current(ids, now), books);
    const source = `${digest} ${read.map((one) => one.digest).join()}`;
    const key = `${workspaceId} ${name}`;
    const kept = this.#kept.get(key);
    if (kept?.source === source && now < kept.renewedFrom) return kept.bundle;
    const issue = { workspace_id: workspaceId, issued_at: wholeSecond(now) };
    const document = await bundleDocument(
      issue,
      policy,
      read.map(({ verification_id, snapshot }) => ({ verification_id, snapshot })),
    );
    const bundle = { document, signature: await signFormatted(document, await signer()) };
    const renewedFrom = (now + Date.parse(document.valid_until)) / 2;
    this.#kept.delete(key);
    this.#kept.set(key, { bundle, source, renewedFrom });
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return bundle;
  }
}
