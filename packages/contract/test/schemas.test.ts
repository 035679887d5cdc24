// The schemas are JSON Schema 2020-12, and say what belongs where.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AGENT_TOOL_SCHEMAS,
  CHANGELOG_KINDS,
  OPERATIONS,
  type Operation,
  PROBLEM_CODES,
  Problem,
  PublicScore,
  PublicScores,
  problemExample,
  SCHEMAS,
  ScoreRequest,
} from '@rf-indicators/contract';
import { characterProblem, TEXT_FORMATS } from '@rf-indicators/contract/plain-text';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';

/** As strict as it goes: an unknown keyword or a contradiction in a schema is an error. */
const ajv = new Ajv2020({ strict: true, allErrors: true, addUsedSchema: false });
addFormats.default(ajv);
for (const format of TEXT_FORMATS) ajv.addFormat(format, (text) => characterProblem(text, format) === null);

function validator(schema: TSchema) {
  return ajv.compile(JSON.parse(JSON.stringify(schema)));
}

test('every schema compiles', () => {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    assert.doesNotThrow(() => validator(schema), name);
    assert.ok((schema as { description?: string }).description, `${name} has no description`);
  }
  for (const { id, params, query, headers } of Object.values(OPERATIONS) as Operation[]) {
    for (const part of [params, query, headers]) {
      if (part !== undefined) assert.doesNotThrow(() => validator(part), id);
    }
  }
});

test('no two schemas say the same, so that a reference can only mean one', () => {
  const texts = Object.values(SCHEMAS).map((schema) => JSON.stringify({ ...schema, $id: undefined }));
  assert.equal(new Set(texts).size, texts.length);
});

test('whole answers and bodies carry their names, and nothing inside them does', () => {
  const whole = (Object.values(OPERATIONS) as Operation[]).flatMap(({ success, body }) => [
    success.schema,
    body,
  ]);
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const { $id, ...inside } = JSON.parse(JSON.stringify(schema));
    assert.doesNotMatch(JSON.stringify(inside), /"\$id"/, name);
    assert.equal($id, name === 'Problem' || whole.includes(schema) ? name : undefined, name);
  }
});

const CLOSED: readonly TSchema[] = [
  ...(Object.values(OPERATIONS) as Operation[]).flatMap(({ body }) => body ?? []),
  SCHEMAS.AgentToolCall!,
  ...Object.values(AGENT_TOOL_SCHEMAS).map(({ input }) => input),
];

test('answers stay open to new members, bodies are closed', () => {
  for (const [name, schema] of Object.entries(SCHEMAS)) {
    const closed = JSON.stringify(schema).includes('"additionalProperties":false');
    assert.equal(closed, CLOSED.includes(schema), name);
  }
});

test('a problem document of every code is a Problem', () => {
  const validate = validator(Problem);
  for (const code of PROBLEM_CODES) {
    assert.ok(validate(problemExample('https://indicators.rf.test', code)), `${code}: ${errors(validate)}`);
  }
  assert.equal(
    validate({ ...problemExample('https://indicators.rf.test', 'conflict'), code: 'other' }),
    false,
  );
});

test('a public row has exactly the nine fields and five that identify it, and the envelope its three', () => {
  const fields = [
    ...'id name planner_type provider_subtype yield_min yield_max final_score risk_band scored_at'.split(' '),
    ...'slug verification_id stale stale_reason review'.split(' '),
  ];
  assert.deepEqual(Object.keys(PublicScore.properties), fields);
  assert.deepEqual(PublicScore.required, fields);
  assert.deepEqual(Object.keys(PublicScores.properties), ['data', 'limitations_disclosure', 'cached']);
});

test('a public row takes what it should and nothing else', () => {
  const row = {
    id: '01975f6e-52c8-7a35-9d3f-0c8a5b1e7d42',
    name: 'Example',
    planner_type: 'btc',
    provider_subtype: 'cefi',
    yield_min: 1.5,
    yield_max: 4,
    final_score: 79.99,
    risk_band: 'MEDIUM',
    scored_at: '2026-04-26T12:00:00+00:00',
    slug: 'example',
    verification_id: 'RF-0A1B2-C3D4E-5F6G7-H8J9K-MNPQRS',
    stale: false,
    stale_reason: null,
    review: null,
  };
  const validate = validator(PublicScore);
  assert.ok(validate({ ...row, added_later: true }), errors(validate));
  for (const wrong of [
    { final_score: 100.01 },
    { final_score: '79.99' },
    { risk_band: 'low' },
    { planner_type: 'gold' },
    { scored_at: '2026-04-26T12:00:00Z' },
    { id: '01975F6E-52C8-7A35-9D3F-0C8A5B1E7D42' },
  ]) {
    assert.equal(validate({ ...row, ...wrong }), false, JSON.stringify(wrong));
  }
});

test('a score request has a name; addresses are https without credentials; unknown members are refused', () => {
  const validate = validator(ScoreRequest);
  const good = { provider_name: 'Example' };
  for (const more of [
    {},
    { provider_url: 'https://provider.test' },
    { provider_url: 'https://provider.test:8443/a?b=c' },
    { planner_type: 'fiat', contact_email: 'someone@provider.test', message: 'x'.repeat(2000) },
  ]) {
    assert.ok(validate({ ...good, ...more }), `${JSON.stringify(more)}: ${errors(validate)}`);
  }
  for (const wrong of [
    { provider_name: '' },
    { provider_name: '   ' },
    { provider_name: 'x'.repeat(121) },
    { provider_url: 'http://provider.test' },
    { provider_url: 'https://name:word@provider.test/' },
    { provider_url: 'https://' },
    { planner_type: 'gold' },
    { contact_email: 'nobody' },
    { message: 'x'.repeat(2001) },
    { website: 'https://provider.test' },
  ]) {
    assert.equal(validate({ ...good, ...wrong }), false, JSON.stringify(wrong));
  }
});

test('parameters take what they should and nothing else', () => {
  const takes = (part: TSchema, name: string, good: unknown[], bad: unknown[]) => {
    const validate = validator(part);
    for (const value of good) assert.ok(validate({ [name]: value }), `${name}=${value}: ${errors(validate)}`);
    for (const value of bad) assert.equal(validate({ [name]: value }), false, `${name}=${value}`);
  };
  const { listScores, getScore, getScoreChanges, getTile, getComputation, getChangelog } = OPERATIONS;
  const id = 'RF-0A1B2-C3D4E-5F6G7-H8J9K-MNPQRS';
  const instants = ['2026-04-01', '2026-04-01T06:00Z', '2026-04-01T06:00:00.5Z', '2026-04-01T06:00:00+02:00'];
  const noInstants = ['2026-4-1', '2026-04-01T06:00:00', 'now', '', '2026-04-01 06:00Z'];
  takes(listScores.query, 'as_of', instants, [...noInstants, id]);
  takes(listScores.query, 'limit', [1, 1000], [0, 1001, 1.5]);
  takes(listScores.query, 'sort', ['name', '-final_score'], ['yield_min', '+name']);
  takes(listScores.query, 'offset', [], [1]);
  takes(getScoreChanges.query, 'from', [...instants, id], [...noInstants, id.toLowerCase()]);
  takes(
    getScore.params,
    'providerId',
    ['example', 'a-b', '01975f6e-52c8-7a35-9d3f-0c8a5b1e7d42'],
    ['', 'A', 'a--b'],
  );
  takes(
    getChangelog.query,
    'kinds',
    ['drift', 'stale,stale_ended', CHANGELOG_KINDS.join(',')],
    ['', 'renewal', 'drift,', 'drift;stale', 'DRIFT', 'drift, stale'],
  );
  takes(getComputation.params, 'id', [id], ['RF-1', id.replace('A', 'I')]);
  takes(
    getTile.params,
    'path',
    ['0/000', '63/x001/x234/067', '0/x001/234.p/255', 'entries/000.p/1'],
    ['64/000', '0/0', '00/000', '0/000.p/0', '0/000.p/256', '../000', '0/x000'],
  );
});

function errors(validate: ReturnType<typeof validator>): string {
  return JSON.stringify(validate.errors);
}
