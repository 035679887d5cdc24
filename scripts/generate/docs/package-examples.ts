// The worked examples of docs/use/packages.md: a package, its hash, signature and log entry.

import {
  type ComputationPackage,
  canonicalBytes,
  digestOf,
  formatCheckpoint,
  inclusionProofFrom,
  leafHash,
  makePackage,
  makeStatement,
  type Packaged,
  parseSignerKey,
  rootFrom,
  signerKeyFromSeed,
  signNote,
  signObject,
  treeInMemory,
} from '@rf-indicators/engine';
import { methodology, type SampleEntries, sample } from './framework.ts';
import { code, fenced, table } from './markdown.ts';

export async function packageExample(): Promise<string> {
  const { package: content, package_hash, verification_id } = await packageOf('FX-01');
  const bytes = canonicalBytes(content);
  return table(
    ['what', 'value'],
    [
      ['length of the canonical package', `${bytes.length} bytes`],
      ['`package_hash`', code(package_hash)],
      ['`verification_id`', code(verification_id)],
      ['`methodology_digest`', code(content.methodology_digest)],
      ['canonical configuration', code(new TextDecoder().decode(canonicalBytes(content.configuration)))],
      ['`configuration_digest`', code(content.configuration_digest)],
      ['`final_score`, `band`', `${code(content.result.final_score)}, ${code(content.result.band)}`],
    ],
  );
}

/** Signed with a key that everyone knows, so that a reader can reproduce the values. Do not trust it for anything else. */
export async function signedExample(): Promise<string> {
  const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
  const key = await signerKeyFromSeed('rf-example', seed);
  const signer = await parseSignerKey(key.signer);
  const statements = [];
  for (const id of ['FX-01', 'FX-02', 'FX-03']) {
    statements.push(makeStatement(methodology, await packageOf(id), { supersedes: null, corrects: null }));
  }
  const bytes = canonicalBytes(statements[0]);
  const leaves = await Promise.all(statements.map((statement) => leafHash(canonicalBytes(statement))));
  const tree = await treeInMemory(leaves);
  const root = await rootFrom(leaves.length, tree);
  const proof = await inclusionProofFrom(leaves.length, 0, tree);
  const checkpoint = formatCheckpoint({ origin: signer.name, treeSize: leaves.length, rootHash: root });
  const signature = await signObject(statements[0], signer);
  return [
    'Canonical statement (the signed bytes, and the leaf):',
    fenced(new TextDecoder().decode(bytes)),
    table(
      ['what', 'value'],
      [
        ['verifier key', code(key.verifier)],
        ['SHA-256 of the canonical statement', code(await digestOf(statements[0]))],
        ['`signature.key_id`', code(signature.key_id)],
        ['`signature.value`', code(signature.value)],
        ...leaves.map((leaf, index) => [`leaf hash ${index} (FX-0${index + 1})`, code(hex(leaf))]),
        ['root of the three', code(hex(root))],
        ['`inclusion_proof` of leaf 0', proof.map((hash) => code(base64(hash))).join('<br>')],
      ],
    ),
    '`checkpoint`:',
    fenced((await signNote(checkpoint, [signer])).trimEnd()),
  ].join('\n\n');
}

async function packageOf(id: string): Promise<Packaged> {
  const { provider_id, name, planner_type, flags, scoring_date, gates, inputs } = sample(id);
  const { packaged } = await makePackage(methodology, {
    provider: { id: provider_id, name, planner_type, flags },
    as_of: `${scoring_date}T00:00:00Z`,
    configuration: { name: 'default' },
    gates: packEntries(gates),
    inputs: packEntries(inputs),
  });
  return packaged!;
}

function packEntries(entries: SampleEntries): ComputationPackage['inputs'] {
  const packed = Object.entries(entries).map(([id, { value, grade, evidence_date }]) => [
    id,
    { value, grade, evidence_date, evidence: null, approval: null },
  ]);
  return Object.fromEntries(packed);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
