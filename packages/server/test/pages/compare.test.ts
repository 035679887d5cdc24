// The page that compares providers.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { PublicScore } from '@rf-indicators/contract';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';

let url: string;
let scores: PublicScore[];

before(async () => {
  ({ url } = await startInProcess(wholeFile));
  scores = ((await (await fetch(`${url}/api/public/scores`)).json()) as { data: PublicScore[] }).data;
});

async function textOf(query: string): Promise<string> {
  const response = await fetch(`${url}/compare${query}`, { redirect: 'manual' });
  assert.equal(response.status, 200, query);
  return response.text();
}

const namesIn = (text: string) =>
  [...text.matchAll(/<th scope="col"><a href="\/providers\/([a-z0-9-]+)">/g)].map(([, slug]) => slug!);

test('providers stand side by side in the order of the address, with the scores of the API', async () => {
  const chosen = scores.slice(0, 3).map(({ slug }) => slug);
  const text = await textOf(`?providers=${chosen.join(',')}`);
  assert.deepEqual(namesIn(text), chosen);
  const row = /<tr class="score">(.*?)<\/tr>/s.exec(text)![1]!;
  const figures = [...row.matchAll(/<td[^>]*>([\d.]+)<\/td>/g)].map(([, figure]) => Number(figure));
  assert.deepEqual(
    figures,
    scores.slice(0, 3).map(({ final_score }) => final_score),
  );
});

test('a name that is typed adds the provider, and one that fits none says so', async () => {
  const [first, second] = scores;
  const added = await textOf(`?providers=${first!.slug}&add=${encodeURIComponent(second!.name)}`);
  assert.deepEqual(namesIn(added), [first!.slug, second!.slug]);
  const unknown = await textOf(`?providers=${first!.slug}&add=zzzzzz%3Cb%3E`);
  assert.ok(unknown.includes('zzzzzz&lt;b&gt;'));
  assert.deepEqual(namesIn(unknown), [first!.slug]);
});

test('what is not known is ignored, twice is once, and five are the most', async () => {
  const all = scores.map(({ slug }) => slug);
  assert.deepEqual(namesIn(await textOf(`?providers=nobody,${all[0]},${all[0]},%3Cscript%3E`)), [all[0]]);
  const text = await textOf(`?providers=${all.slice(0, 7).join(',')}`);
  assert.deepEqual(namesIn(text), all.slice(0, 5));
  assert.ok(text.includes('Remove one to add another'));
  assert.ok(!text.includes('name="add"'));
  assert.deepEqual(namesIn(await textOf('')), []);
});
