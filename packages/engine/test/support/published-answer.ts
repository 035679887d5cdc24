// A published answer of the sample framework, with the keys that sign it.

import {
  appendLeaves,
  type ComputationAnswer,
  canonicalBytes,
  formatCheckpoint,
  inclusionProofFrom,
  leafHash,
  makeAnswer,
  makePackage,
  makeStatement,
  type PackagedFact,
  type PackageRequest,
  parseSignerKey,
  parseVerifierKey,
  readNodesFrom,
  rootFrom,
  signerKeyFromSeed,
  signNote,
  signObject,
} from '@rf-indicators/engine';
import { framework, type SampleEntry, sampleProviders } from './framework.ts';

const made = await signerKeyFromSeed('test.example/log', new Uint8Array(32).fill(7));
const other = await signerKeyFromSeed('test.example/log', new Uint8Array(32).fill(8));

export const signer = await parseSignerKey(made.signer);
/** As text: what a caller pins. */
export const keyText = made.verifier;
export const key = await parseVerifierKey(made.verifier);
/** Another key of the same name. */
export const otherKey = await parseVerifierKey(other.verifier);

function packEntries(entries: Record<string, SampleEntry>) {
  return Object.fromEntries(
    Object.entries(entries).map(([id, entry]) => [
      id,
      { ...entry, evidence: { sha256: 'ab' }, approval: null },
    ]),
  );
}

/** Spread derived from two facts, of which one has no evidence of its own. */
export const FACTS: Record<string, PackagedFact> = {
  yield_max: {
    value: '14.25',
    grade: 'A',
    evidence_date: '2026-03-27',
    evidence: { sha256: 'ab' },
    approval: { approved_by: 'reviewer' },
  },
  reference_rate: { value: '0.00', grade: null, evidence_date: null, evidence: null, approval: null },
};

export function request(): PackageRequest {
  const provider = sampleProviders()[6]!;
  return {
    provider: {
      id: provider.provider_id,
      name: 'Löopwright 😀',
      planner_type: provider.planner_type,
      flags: provider.flags,
    },
    as_of: `${provider.scoring_date}T12:30:00Z`,
    configuration: { name: 'default' },
    gates: packEntries(provider.gates),
    inputs: packEntries(provider.inputs),
  };
}

export function requestWithFacts(): PackageRequest {
  const given = request();
  const approval = { derived: 'E4', from: ['yield_max', 'reference_rate'] };
  const yield_spread = { ...given.inputs.yield_spread!, evidence: null, approval };
  return { ...given, inputs: { ...given.inputs, yield_spread }, facts: FACTS };
}

/** A published answer: signed, and the third of five leaves in a log. */
export async function answer(given: PackageRequest = request()): Promise<ComputationAnswer> {
  const { packaged } = await makePackage(framework, given);
  const statement = makeStatement(framework, packaged!, { supersedes: null, corrects: null });
  const leaves = await Promise.all(
    ['a', 'b', statement, 'd', 'e'].map((leaf) => leafHash(canonicalBytes(leaf))),
  );
  const readNode = readNodesFrom(await appendLeaves(0, neverCalled, leaves));
  const checkpoint = formatCheckpoint({
    origin: signer.name,
    treeSize: 5,
    rootHash: await rootFrom(5, readNode),
  });
  const proof = await inclusionProofFrom(5, 2, readNode);
  const log = {
    index: 2,
    tree_size: 5,
    inclusion_proof: proof.map((hash) => Buffer.from(hash).toString('base64')),
    checkpoint: await signNote(checkpoint, [signer]),
  };
  const signature = await signObject(statement, signer);
  const publication = { published_at: '2026-04-01T13:00:00Z', statement, signature, log };
  return structuredClone(makeAnswer(framework, packaged!, publication, 'A disclosure.'));
}

function neverCalled(): never {
  throw new Error('an empty tree has no nodes');
}
