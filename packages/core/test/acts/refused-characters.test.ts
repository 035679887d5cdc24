// Texts with characters that nobody sees, or that turn what is around them, are refused at the border: by the schema of
// every act, in rows of files, in documents, and in the commands that found a store.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACT_NAMES, ACTS } from '@rf-indicators/contract/acts';
import { performAct } from '@rf-indicators/core/acts/perform';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { initialise } from '@rf-indicators/core/desk/initialise';
import { framework } from '../../../../test/support/desk-fixture.ts';
import { emptyStore, onEitherStore } from '../../../../test/support/stores.ts';
import { foundedWorld, newMasterKey } from '../../../../test/support/world.ts';
import { checkedInput } from '../../src/acts/check-input.ts';
import { storyOf } from './story.ts';

interface Schema {
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
}

/** The bytes of a document. */
const WITHOUT_FORMAT = /\/base64$/;

function textsIn(schema: Schema, place: string): [place: string, Schema][] {
  const values = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : null;
  const own: [string, Schema][] =
    schema.type === 'string' && schema.enum === undefined && schema.const === undefined
      ? [[place, schema]]
      : [];
  return [
    ...own,
    ...(schema.anyOf ?? []).flatMap((one) => textsIn(one, place)),
    ...(schema.items === undefined ? [] : textsIn(schema.items, `${place}/0`)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => textsIn(one, `${place}/${name}`)),
    ...(values === null ? [] : textsIn(values, `${place}/*`)),
  ];
}

test('every text of every input says which characters it may have', () => {
  const without = ACT_NAMES.flatMap((name) =>
    textsIn(ACTS[name].input as Schema, name)
      .filter(
        ([place, { format, pattern }]) =>
          format === undefined && pattern === undefined && !WITHOUT_FORMAT.test(place),
      )
      .map(([place]) => place),
  );
  assert.deepEqual(without, []);
});

const BAD = [
  '\u0000',
  'a\u0000b',
  'Acme\u202eknaB',
  'a\u200bb',
  '\u2066a',
  'a\u2028b',
  '\ufffe',
  '\u200eAcme',
];

test('the problem names the member and the character', () => {
  for (const text of BAD) {
    const check = () => checkedInput('workspaces.create', { name: text, tier: 'FREE' });
    assert.throws(check, (error: Refusal) => {
      assert.deepEqual(
        [error.code, error.details[0]!.place, error.details[0]!.code],
        ['validation_failed', '/name', 'format'],
      );
      assert.match(error.details[0]!.message, /it contains U\+[0-9A-F]{4}$/);
      return true;
    });
  }
  const reason = 'First line.\n\tSecond line.\r\nThird.';
  checkedInput('workspaces.suspend', { workspace: 'Acme', reason });
  assert.throws(() => checkedInput('workspaces.suspend', { workspace: 'Acme\n', reason }), /not valid/);
  assert.throws(
    () => checkedInput('workspaces.suspend', { workspace: 'Acme', reason: 'a\u202eb' }),
    /not valid/,
  );
});

const EVIDENCE = {
  kind: 'report',
  title: 'A report',
  evidence_date: '2026-03-01',
  grade: 'A',
  url: 'https://example.org/',
};

onEitherStore('rows, documents and the first operator are held to the same rule', async (kind, t) => {
  const { services, callers, world } = storyOf(await foundedWorld(kind, t));
  const slug = world.slugOf('FX-01');
  const issuance = {
    issuer_name: 'Acme',
    name: 'Series A',
    type: 'preferred',
    currency: 'USD',
    ticker: 'ACM',
  };
  const document = { ...framework('9.9', '2027-01-01') };
  for (const bad of BAD.map((text) => `x${text}`)) {
    const refusals: [what: string, attempt: () => Promise<unknown>, place: RegExp][] = [
      [
        'the name of a provider',
        () =>
          performAct(services, callers.analyst!, 'providers.import', {
            rows: [{ value: { name: bad, planner_type: 'btc' } }],
          }),
        /\/name$/,
      ],
      [
        'another name',
        () =>
          performAct(services, callers.analyst!, 'providers.import', {
            rows: [{ value: { name: 'Yew', planner_type: 'btc', aliases: [bad] } }],
          }),
        /\/aliases$/,
      ],
      [
        'the title of evidence',
        () =>
          performAct(services, callers.analyst!, 'inputs.propose', {
            rows: [
              {
                value: {
                  provider: slug,
                  input: 'equity_ratio',
                  value: '4.00',
                  evidence: { ...EVIDENCE, title: bad },
                },
              },
            ],
          }),
        /\/title$/,
      ],
      [
        'the name of an issuance',
        () =>
          performAct(services, callers.operator!, 'issuances.add', { issuance: { ...issuance, name: bad } }),
        /\/name$/,
      ],
      [
        'the name of a framework',
        () =>
          performAct(services, callers.operator!, 'frameworks.import', {
            document: { ...document, framework_name: bad },
          }),
        /\/framework_name$/,
      ],
    ];
    for (const [what, attempt, place] of refusals) {
      await assert.rejects(attempt(), (error) => {
        assert.ok(error instanceof Refusal, `${what}: ${error}`);
        assert.equal(error.code, 'validation_failed', what);
        assert.ok(
          error.details.some((detail) => place.test(detail.place)),
          `${what}: ${JSON.stringify(error.details)}`,
        );
        return true;
      });
    }
    const empty = await emptyStore(kind, t);
    const context = { ...world.desk, store: empty };
    await assert.rejects(initialise(context, newMasterKey(), { operator: bad }), /A name must/);
  }
});
