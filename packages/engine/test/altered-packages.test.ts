// Packages and answers in which one thing was altered: each is refused, with the place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ComputationAnswer, replay, verificationId, verify } from '@rf-indicators/engine';
import { answer, key, otherKey, requestWithFacts } from './support/published-answer.ts';

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
