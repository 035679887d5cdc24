// One indicator with everything that proves it: package, statement, signature, log, checkpoint, witness. Signed here with
// keys of the test, so that alterations can also be signed, as an attacker would.

import { readFileSync } from 'node:fs';
import {
  appendLeaves,
  type ComputationAnswer,
  canonicalBytes,
  cosign,
  formatCheckpoint,
  inclusionProofFrom,
  leafHash,
  parseSignerKey,
  parseWitnessSigner,
  readNodesFrom,
  rootFrom,
  type Signer,
  type Statement,
  signerKeyFromSeed,
  signNote,
  signObject,
  verificationId,
  witnessKeyFromSeed,
} from '@rf-indicators/engine';

const LOG = 'test.example/log';
const INDEX = 3;
const PUBLISHED_AT = '2026-04-01T20:00:00Z';

const seed = (byte: number) => new Uint8Array(32).fill(byte);

async function keyPair(name: string, byte: number): Promise<{ signer: Signer; verifier: string }> {
  const { signer, verifier } = await signerKeyFromSeed(name, seed(byte));
  return { signer: await parseSignerKey(signer), verifier };
}

async function witness(name: string, byte: number): Promise<{ signer: Signer; verifier: string }> {
  const { signer, verifier } = await witnessKeyFromSeed(name, seed(byte));
  return { signer: await parseWitnessSigner(signer), verifier };
}

/** The answers of the API in the form that the browser gets. */
// biome-ignore lint/suspicious/noExplicitAny: alterations write anything anywhere
export type Anything = any;

export interface SignedWorld {
  id: string;
  key: string;
  witnessKey: string;
  proof: Anything;
  keys: Anything;
  answer: Anything;
  /** The proof of another indicator of the same log, which is genuine. */
  other: Anything;
  /** A checkpoint of the same log when it was smaller. */
  olderCheckpoint: string;
  attacker: { key: string; signer: Signer };
  impostor: { key: string; signer: Signer };
  otherWitness: { key: string; signer: Signer };
  checkpointBy(signer: Signer, statements: readonly Statement[], witness?: Signer): Promise<string>;
  statements: readonly Statement[];
}

export async function signedWorld(): Promise<SignedWorld> {
  const file = new URL('../../../../conformance/packages/FX-01-facts.json', import.meta.url);
  const { data } = JSON.parse(readFileSync(file, 'utf8')) as ComputationAnswer;
  const publisher = await keyPair(LOG, 7);
  const attacker = await keyPair('evil.example/log', 8);
  const impostor = await keyPair(LOG, 9);
  const seen = await witness('witness.example/w1', 10);
  const otherWitness = await witness('witness.example/w1', 11);

  const others = Array.from({ length: 6 }, (_, at) => {
    const package_hash = String(at).repeat(64);
    const named = { package_hash, verification_id: verificationId(package_hash) };
    return { ...data.statement, ...named, provider_name: `Other provider ${at}` };
  });
  const statements = [...others.slice(0, INDEX), data.statement, ...others.slice(INDEX)];
  const tree = async (list: readonly Statement[]) => {
    const leaves = await Promise.all(list.map((statement) => leafHash(canonicalBytes(statement))));
    return readNodesFrom(await appendLeaves(0, readNodesFrom([]), leaves));
  };
  const checkpointBy: SignedWorld['checkpointBy'] = async (signer, list, cosigner) => {
    const rootHash = await rootFrom(list.length, await tree(list));
    const text = formatCheckpoint({ origin: signer.name, treeSize: list.length, rootHash });
    const note = await signNote(text, [signer]);
    return cosigner === undefined ? note : note + (await cosign(text, cosigner, 1_775_080_000));
  };
  const inclusion = async (index: number) =>
    (await inclusionProofFrom(statements.length, index, await tree(statements))).map((hash) =>
      Buffer.from(hash).toString('base64'),
    );
  const entry = async (index: number) => ({
    index,
    tree_size: statements.length,
    inclusion_proof: await inclusion(index),
    checkpoint: await checkpointBy(publisher.signer, statements, seen.signer),
  });
  const proofOf = async (index: number) => ({
    verification_id: statements[index]!.verification_id,
    state: 'current',
    published_at: PUBLISHED_AT,
    statement: statements[index]!,
    signature: await signObject(statements[index], publisher.signer),
    log: await entry(index),
    followed_by: {
      superseded_by: null,
      corrected_by: null,
      withdrawal: null,
      renewed_by: null,
      current: statements[index]!.verification_id,
    },
    stale: false,
    stale_since: null,
    stale_reason: null,
  });
  const proof = await proofOf(INDEX);
  const { signature, log } = proof;
  const published = { published_at: PUBLISHED_AT, signature, log };
  return {
    id: data.verification_id,
    key: publisher.verifier,
    witnessKey: seen.verifier,
    proof,
    keys: {
      data: [
        {
          key_id: publisher.signer.id,
          algorithm: 'Ed25519',
          public_key: publisher.verifier,
          valid_from: '2026-01-01T00:00:00Z',
          valid_until: null,
          follows_pinned_key: null,
        },
      ],
    },
    answer: { data: { ...data, ...published }, limitations_disclosure: 'Fictional.' },
    other: await proofOf(0),
    olderCheckpoint: await checkpointBy(publisher.signer, statements.slice(0, 5), seen.signer),
    attacker: { key: attacker.verifier, signer: attacker.signer },
    impostor: { key: impostor.verifier, signer: impostor.signer },
    otherWitness: { key: otherWitness.verifier, signer: otherWitness.signer },
    checkpointBy,
    statements,
  };
}
