// docs/desk/first-score.md is run as it is written: from an empty folder to a published score.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { walkGuide } from './guide-walk.ts';

test('the guide leads from an empty folder to a published score', async (t) => {
  const { folder, people, printed, run } = await walkGuide(t, 'docs/desk/first-score.md');
  assert.deepEqual(people, ['Ann', 'Cora', 'Olga', 'Rob']);
  const exported = await run(
    'rf export --static public\nrf verify --offline public --key data/verifier.pub',
    '',
  );
  assert.match(exported.stdout, /^ +ok +1 statement with valid signatures and proofs;/m, exported.stderr);
  const { url } = await startInProcess(t, { dataDir: path.join(folder, 'data'), demo: false });
  const { data } = (await (await fetch(`${url}/api/public/scores`)).json()) as {
    data: { slug: string; verification_id: string }[];
  };
  assert.deepEqual(
    data.map(({ slug }) => slug),
    ['example-provider'],
  );
  assert.ok(printed.includes(data[0]!.verification_id));

  // The files to download are those that the commands print.
  for (const [name, saved] of [
    ['providers.csv', 'template.csv'],
    ['inputs.csv', 'template-inputs.csv'],
  ] as const) {
    const response = await fetch(`${url}/docs/templates/${name}`);
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(await response.text(), readFileSync(path.join(folder, saved), 'utf8'), name);
  }
});
