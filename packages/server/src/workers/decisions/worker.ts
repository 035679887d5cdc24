// The thread that decides by policies.

import type { MessagePort } from 'node:worker_threads';
import { bookProviders } from '@rf-indicators/core/books/policy-scope';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { problemOf } from '@rf-indicators/core/context/refusal-problem';
import { Bundles } from '@rf-indicators/core/decisions/bundles';
import {
  type EvaluationCall,
  type EvaluationContext,
  evaluate,
} from '@rf-indicators/core/decisions/evaluate';
import { readKept } from '@rf-indicators/core/decisions/kept';
import { Snapshots } from '@rf-indicators/core/decisions/snapshots';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { openServedStore } from '@rf-indicators/core/store/open';
import { evaluatePolicy, type PolicyToolCall } from '../../agent/tools/evaluate-policy.ts';
import type { BundleCall, Decided, KeptCall } from '../../api/decision-calls.ts';
import { threadClock } from '../../clock/shared-clock.ts';
import { prepareBody } from '../../rendering/body.ts';
import { serveRequests } from '../rpc/requests.ts';
import { STORE_CONNECTIONS } from '../store-connections.ts';
import type { DecisionSettings } from './messages.ts';

export async function run(port: MessagePort, settings: DecisionSettings): Promise<void> {
  const { location, decisionsMib } = settings;
  const store = await openServedStore(location, STORE_CONNECTIONS.decisions);
  const clock = threadClock(settings.clock);
  // Read each time: the key may have been rotated.
  const masterKey = () => readMasterKey(location.dataDir, location.masterKey);
  const context: EvaluationContext = {
    store,
    clock,
    newId: () => uuidV7(clock()),
    snapshots: new Snapshots(store.db, settings.policy),
    bookProviders: bookProviders(store.db, masterKey),
    signer: () => currentSigner(store.db, masterKey()),
    room: decisionsMib * 1024 * 1024,
  };
  const bundles = new Bundles(context);
  const stopping = serveRequests(port, {
    evaluate: (call: EvaluationCall) => decided(evaluate(context, call)),
    evaluatePolicy: (call: PolicyToolCall) => evaluatePolicy(context, call),
    bundle: ({ workspaceId, name }: BundleCall) =>
      decided(bundles.read(workspaceId, name), ({ document }) => Date.parse(document.issued_at)),
    kept: ({ workspaceId, decisionId }: KeptCall) => decided(readKept(store.db, workspaceId, decisionId)),
  });
  stopping.then(async () => {
    await store.close();
    port.close();
  });
}

/** `modified`: of what callers may keep. */
async function decided<Made extends object>(
  making: Promise<Made>,
  modified: (made: Made) => number = () => 0,
): Promise<Decided> {
  try {
    const made = await making;
    return { body: prepareBody(JSON.stringify(made), { lastModified: modified(made) }) };
  } catch (error) {
    if (error instanceof Refusal) return { problem: problemOf(error) };
    throw error;
  }
}
