import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import {
  appendLeaves,
  type ComputationAnswer,
  canonicalBytes,
  checkSignOff,
  digestOf,
  formatCheckpoint,
  inclusionProofFrom,
  isVerificationId,
  leafHash,
  makeAnswer,
  makePackage,
  makeStatement,
  type PackagedFact,
  type PackageRequest,
  parseSignerKey,
  parseVerifierKey,
  readNodesFrom,
  replay,
  rootFrom,
  type Signer,
  signerKeyFromSeed,
  signMethodology,
  signNote,
  signObject,
  type VerifierKey,
  verificationId,
  verify,
} from '@rf-indicators/engine';
import {
  framework,
  frameworkDocument,
  repositoryFile,
  type SampleEntry,
  sampleProviders,
} from './support/framework.ts';

let signer: Signer;
let key: VerifierKey;
let otherKey: VerifierKey;

before(async () => {
  const made = await signerKeyFromSeed('test.example/log', new Uint8Array(32).fill(7));
  signer = await parseSignerKey(made.signer);
  key = await parseVerifierKey(made.verifier);
  const other = await signerKeyFromSeed('test.example/log', new Uint8Array(32).fill(8));
  otherKey = await parseVerifierKey(other.verifier);
});

function packEntries(entries: Record<string, SampleEntry>) {
  return Object.fromEntries(
    Object.entries(entries).map(([id, entry]) => [
      id,
      { ...entry, evidence: { sha256: 'ab' }, approval: null },
    ]),
  );
}

/** Spread derived from two facts, of which one has no evidence of its own. */
const FACTS: Record<string, PackagedFact> = {
  yield_max: {
    value: '14.25',
    grade: 'A',
    evidence_date: '2026-03-27',
    evidence: { sha256: 'ab' },
    approval: { approved_by: 'reviewer' },
  },
  reference_rate: { value: '0.00', grade: null, evidence_date: null, evidence: null, approval: null },
};

function request(): PackageRequest {
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

function requestWithFacts(): PackageRequest {
  const given = request();
  const approval = { derived: 'E4', from: ['yield_max', 'reference_rate'] };
  const yield_spread = { ...given.inputs.yield_spread!, evidence: null, approval };
  return { ...given, inputs: { ...given.inputs, yield_spread }, facts: FACTS };
}

/** A published answer: signed, and the third of five leaves in a log. */
async function answer(given: PackageRequest = request()): Promise<ComputationAnswer> {
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

test('a package replays from its file alone, and verifies against a pinned key', async () => {
  const text = JSON.stringify(await answer(), null, 2);
  const replayed = await replay(text);
  assert.deepEqual([replayed.ok, replayed.fault], [true, null]);
  const verified = await verify(text, [otherKey, key]);
  assert.deepEqual(
    verified.checks.filter(({ ok }) => !ok),
    [],
  );
  assert.deepEqual(
    verified.checks.map(({ check }) => check),
    [
      'methodology',
      'configuration',
      'arithmetic',
      'package hash',
      'verification id',
      'statement',
      'signature',
      'log',
    ],
  );
});

test('a package without facts has no such member, so its hash is the one it always had', async () => {
  const { packaged } = await makePackage(framework, request());
  const unset = await makePackage(framework, { ...request(), facts: undefined });
  assert.equal(Object.hasOwn(unset.packaged!.package, 'facts'), false);
  assert.equal(unset.packaged!.package_hash, packaged!.package_hash);
});

test('facts and derived values are hashed and signed, but do not change the score', async () => {
  const [plain, given] = [await answer(), await answer(requestWithFacts())];
  assert.deepEqual(given.data.package.facts, FACTS);
  assert.deepEqual(given.data.package.result, plain.data.package.result);
  assert.notEqual(given.data.package_hash, plain.data.package_hash);
  assert.equal((await verify(JSON.stringify(given), [key])).fault, null);
});

test('a verification id is the first 130 bits of the hash in Crockford base32, grouped 5-5-5-5-6', async () => {
  assert.equal(verificationId('0'.repeat(64)), 'RF-00000-00000-00000-00000-000000');
  assert.equal(verificationId('f'.repeat(64)), 'RF-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZZ');
  // 0x00 0x44 0x32 0x14 0xc7: the digits 0 1 2 3 4 5 6 7 in groups of five bits.
  assert.equal(verificationId(`00443214c7${'0'.repeat(54)}`), 'RF-01234-56700-00000-00000-000000');
  const { data } = await answer();
  assert.ok(isVerificationId(data.verification_id));
  assert.equal(isVerificationId('RF-OIL00-00000-00000-00000-000000'), false);
});

type Altered = [
  what: string,
  alter: (answer: ComputationAnswer) => unknown,
  fault: string,
  pointer: string | null,
];

// biome-ignore lint/suspicious/noExplicitAny: alterations reach into members of every type
const any = (value: unknown): any => value;

const ALTERED: Altered[] = [
  [
    'a better score',
    (a) => (a.data.package.result.final_score = '99.99'),
    'result_differs',
    '/data/package/result/final_score',
  ],
  [
    'a better input',
    (a) => (any(a.data.package.inputs.reserve_coverage).value = '104.00'),
    'result_differs',
    '/data/package/result/criteria/0/contribution',
  ],
  [
    'a contribution moved to another criterion',
    (a) => (a.data.package.result.criteria[0]!.contribution = '8.01'),
    'result_differs',
    '/data/package/result/criteria/0/contribution',
  ],
  [
    'an additional member in the result',
    (a) => (any(a.data.package.result).stars = '5'),
    'result_differs',
    '/data/package/result/stars',
  ],
  [
    'an input that cannot be scored',
    (a) => (any(a.data.package.inputs.reserve_coverage).value = '1e2'),
    'input_invalid',
    '/data/package/inputs/reserve_coverage/value',
  ],
  [
    'a flag that is not a boolean',
    (a) => (any(a.data.package.provider.flags).lends = 1),
    'input_invalid',
    '/data/package/provider/flags/lends',
  ],
  [
    'a statement that does not say what it supersedes',
    (a) => delete any(a.data.statement).supersedes,
    'wrong_form',
    '/data/statement/supersedes',
  ],
  ['no gates', (a) => (any(a.data.package).gates = {}), 'not_scored', null],
  [
    'another evidence reference',
    (a) => (any(a.data.package.inputs.reserve_coverage).evidence = null),
    'package_hash_differs',
    '/data/package_hash',
  ],
  [
    'another provider name',
    (a) => (a.data.package.provider.name = 'Another'),
    'package_hash_differs',
    '/data/package_hash',
  ],
  [
    'another configuration',
    (a) => (any(a.data.package.configuration).name = 'special'),
    'configuration_differs',
    '/data/package/configuration_digest',
  ],
  [
    'another methodology',
    (a) => (a.data.methodology.criteria[0]!.label = 'Backing'),
    'methodology_differs',
    '/data/package/methodology_digest',
  ],
  [
    'a methodology that is not valid',
    (a) => {
      a.data.methodology.modules[0]!.weight = 21;
    },
    'methodology_differs',
    '/data/package/methodology_digest',
  ],
  [
    'another version beside it',
    (a) => (a.data.methodology_version = '1.1'),
    'methodology_differs',
    '/data/methodology_version',
  ],
  [
    'another hash',
    (a) => (a.data.package_hash = '0'.repeat(64)),
    'package_hash_differs',
    '/data/package_hash',
  ],
  [
    'another id',
    (a) => (a.data.verification_id = verificationId('0'.repeat(64))),
    'verification_id_differs',
    '/data/verification_id',
  ],
  [
    'a better score in the statement',
    (a) => (a.data.statement.final_score = '99.99'),
    'statement_differs',
    '/data/statement/final_score',
  ],
  [
    'an additional member in the statement',
    (a) => (any(a.data.statement).award = 'yes'),
    'statement_differs',
    '/data/statement/award',
  ],
  ['no statement', (a) => delete any(a.data).statement, 'wrong_form', '/data/statement'],
  [
    'a score that is a number',
    (a) => (any(a.data.package.result).final_score = 39.99),
    'result_differs',
    '/data/package/result/final_score',
  ],
  [
    'a date instead of a date-time',
    (a) => (a.data.package.as_of = '2026-04-01'),
    'wrong_form',
    '/data/package/as_of',
  ],
];

for (const [what, alter, fault, pointer] of ALTERED) {
  test(`a package with ${what} is refused as ${fault}`, async () => {
    const altered = await answer();
    alter(altered);
    const report = await replay(JSON.stringify(altered));
    assert.equal(report.fault, fault);
    assert.equal(report.checks.find(({ ok }) => !ok)?.pointer, pointer);
  });
}

const FACT = '/data/package/facts/yield_max';
const yieldMax = (a: ComputationAnswer) => any(a.data.package.facts!.yield_max);
const spread = (a: ComputationAnswer) => any(a.data.package.inputs.yield_spread);

const ALTERED_FACTS: Altered[] = [
  ['another fact', (a) => (yieldMax(a).value = '6.00'), 'package_hash_differs', '/data/package_hash'],
  ['no facts', (a) => delete any(a.data.package).facts, 'package_hash_differs', '/data/package_hash'],
  ['another source', (a) => spread(a).approval.from.pop(), 'package_hash_differs', '/data/package_hash'],
  ['facts that are null', (a) => (any(a.data.package).facts = null), 'wrong_form', '/data/package/facts'],
  ['a list of facts', (a) => (any(a.data.package).facts = []), 'wrong_form', '/data/package/facts'],
  ['a fact that is a text', (a) => (any(a.data.package.facts).yield_max = '6'), 'wrong_form', FACT],
  ['a fact that is a number', (a) => (yieldMax(a).value = 6), 'wrong_form', `${FACT}/value`],
  ['a fact without a grade', (a) => delete yieldMax(a).grade, 'wrong_form', `${FACT}/grade`],
  ['a fact without an approval', (a) => delete yieldMax(a).approval, 'wrong_form', `${FACT}/approval`],
  ['a date that is a number', (a) => (yieldMax(a).evidence_date = 1), 'wrong_form', `${FACT}/evidence_date`],
  ['a fact with a note', (a) => (yieldMax(a)['a/b'] = 'x'), 'wrong_form', `${FACT}/a~1b`],
  ['evidence that is a text', (a) => (yieldMax(a).evidence = 'x'), 'wrong_form', `${FACT}/evidence`],
  [
    'a source that is a number',
    (a) => (spread(a).approval.from[1] = 7),
    'wrong_form',
    '/data/package/inputs/yield_spread/approval',
  ],
  [
    'a reference with an object in it',
    (a) => (any(a.data.package.gates.insolvency_status).evidence = { id: {} }),
    'wrong_form',
    '/data/package/gates/insolvency_status/evidence',
  ],
];

for (const [what, alter, fault, pointer] of ALTERED_FACTS) {
  test(`a package of facts with ${what} is refused as ${fault}`, async () => {
    const altered = await answer(requestWithFacts());
    alter(altered);
    const report = await replay(JSON.stringify(altered));
    assert.equal(report.fault, fault);
    assert.equal(report.checks.find(({ ok }) => !ok)?.pointer, pointer);
  });
}

const UNPROVED: Altered[] = [
  ['no signature', (a) => (a.data.signature = null), 'signature_missing', '/data/signature'],
  [
    'a signature of another form',
    (a) => (any(a.data.signature).value = 7),
    'signature_malformed',
    '/data/signature',
  ],
  [
    'a signature of another key',
    (a) => (a.data.signature!.key_id = 'someone+00000000'),
    'key_not_pinned',
    '/data/signature/key_id',
  ],
  [
    'a changed signature',
    (a) => (a.data.signature!.value = `A${a.data.signature!.value.slice(1)}`),
    'signature_invalid',
    '/data/signature/value',
  ],
  [
    'a statement that corrects another',
    (a) => (a.data.statement.corrects = a.data.verification_id),
    'signature_invalid',
    '/data/signature/value',
  ],
  ['another place in the log', (a) => (a.data.log!.index = 1), 'inclusion_invalid', '/data/log'],
  ['another tree size', (a) => (a.data.log!.tree_size = 6), 'inclusion_invalid', '/data/log'],
  ['a shorter proof', (a) => a.data.log!.inclusion_proof.pop(), 'inclusion_invalid', '/data/log'],
  ['a proof that is not base64', (a) => (a.data.log!.inclusion_proof[0] = '?'), 'log_malformed', '/data/log'],
  [
    'a checkpoint of another root',
    (a) => (a.data.log!.checkpoint = a.data.log!.checkpoint.replace('\n5\n', '\n6\n')),
    'checkpoint_invalid',
    '/data/log/checkpoint',
  ],
];

for (const [what, alter, fault, pointer] of UNPROVED) {
  test(`an answer with ${what} replays but fails verification: ${fault}`, async () => {
    const altered = await answer();
    alter(altered);
    const text = JSON.stringify(altered);
    assert.equal((await replay(text)).ok, true);
    const report = await verify(text, [key]);
    assert.equal(report.fault, fault);
    assert.equal(report.checks.find(({ ok }) => !ok)?.pointer, pointer);
  });
}

test('verification fails if the signing key is not pinned', async () => {
  const text = JSON.stringify(await answer());
  assert.equal((await verify(text, [otherKey])).fault, 'key_not_pinned');
  assert.equal((await verify(text, [])).fault, 'key_not_pinned');
});

test('an answer without a log entry is verified by its signature', async () => {
  const unlogged = await answer();
  unlogged.data.log = null;
  assert.equal((await verify(JSON.stringify(unlogged), [key])).ok, true);
});

const UNREADABLE: [string, string, string][] = [
  ['text that is not JSON', '{"data":', 'not_json'],
  ['a list', '[]', 'wrong_form'],
  ['a lone surrogate', '{"data":"\\ud800"}', 'wrong_form'],
  ['endless nesting', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'wrong_form'],
  ['a duplicate member', '{"data":1,"data":{}}', 'duplicate_member'],
];

for (const [what, text, fault] of UNREADABLE) {
  test(`${what} is refused as ${fault}`, async () => {
    assert.equal((await replay(text)).fault, fault);
  });
}

test('the order of members and white space in a file change nothing', async () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, member]) => [name, reversed(member)]),
    );
  };
  assert.equal((await verify(JSON.stringify(reversed(await answer()), null, '\t'), [key])).ok, true);
});

test('a sign-off is valid only for the exact document that was signed, and only with an enrolled key', async () => {
  const document = frameworkDocument();
  const signOff = await signMethodology(document, signer, 'A. Officer', '2026-03-20T09:00:00Z');
  assert.equal(await checkSignOff(document, signOff, [key]), 'signed');
  assert.equal(await checkSignOff(document, signOff, [otherKey]), 'unknown_key');
  assert.equal(await checkSignOff(document, { ...signOff, name: 'B. Officer' }, [key]), 'invalid');
  const edited = frameworkDocument();
  edited.bands[0]![1] = '79.99';
  assert.equal(await checkSignOff(edited, signOff, [key]), 'digest_differs');
  const redated = { ...signOff, digest: await digestOf(edited) };
  assert.equal(await checkSignOff(edited, redated, [key]), 'invalid');
  const { framework_name: _, ...unnamed } = document;
  await assert.rejects(signMethodology(unnamed, signer, 'A. Officer', '2026-03-20T09:00:00Z'), TypeError);
});

test('the shipped framework has a valid sign-off by the chief risk officer', async () => {
  const signOff = JSON.parse(
    readFileSync(repositoryFile('methodology/rf-framework-1.0.signoff.json'), 'utf8'),
  );
  const officer = await parseVerifierKey(signOff.public_key);
  assert.equal(officer.text, 'rf-chief-risk-officer+648113f6+Aa4xmpphHL17ZIro+LRyo0sGQZ2cxwi9jXkjIBahXiAi');
  assert.equal(await checkSignOff(frameworkDocument(), signOff, [officer]), 'signed');
});
