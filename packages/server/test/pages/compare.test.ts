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
  [...text.matchAll(/<th class="provider" scope="row"><a href="\/providers\/([a-z0-9-]+)">/g)].map(
    ([, slug]) => slug!,
  );

test('providers stand in the order of the address, with the scores of the API', async () => {
  const chosen = scores.slice(0, 3).map(({ slug }) => slug);
  const text = await textOf(`?providers=${chosen.join(',')}`);
  assert.deepEqual(namesIn(text), chosen);
  const figures = [...text.matchAll(/<td class="figure score">([\d.]+)<\/td>/g)].map(([, figure]) =>
    Number(figure),
  );
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

test('two, ten and eleven providers; what is not known is said and left out, and twice is once', async () => {
  const all = scores.map(({ slug }) => slug);
  assert.ok(all.length > 10);
  const one = await textOf(`?providers=nobody,${all[0]},${all[0]},no-one,%3Cscript%3E`);
  assert.deepEqual(namesIn(one), [all[0]]);
  assert.match(one, /<p role="alert">Not found, and left out: nobody and no-one\.<\/p>/);
  const two = await textOf(`?providers=${all.slice(0, 2).join(',')}`);
  assert.deepEqual(namesIn(two), all.slice(0, 2));
  assert.ok(!two.includes('Not found'));
  assert.ok(two.includes('name="add"'));
  for (const count of [10, 11]) {
    const text = await textOf(`?providers=${all.slice(0, count).join(',')}`);
    assert.deepEqual(namesIn(text), all.slice(0, 10));
    assert.ok(text.includes('These are 10, the most that fit. Remove one to add another'));
    assert.ok(!text.includes('name="add"'));
  }
  assert.deepEqual(namesIn(await textOf('')), []);
});

test('each provider can be taken out, and a withdrawn one says so in its row', async () => {
  const [first, second] = scores.map(({ slug }) => slug);
  const text = await textOf(`?providers=${first},${second}`);
  assert.ok(text.includes(`<a href="/compare?providers=${second}">Remove`));
  const changes = (await (await fetch(`${url}/api/public/changelog?kinds=withdrawal`)).json()) as {
    data: { provider_id: string }[];
  };
  const history = await fetch(`${url}/api/public/history/${changes.data[0]!.provider_id}`);
  const { slug } = (await history.json()) as { slug: string };
  const withdrawn = await textOf(`?providers=${first},${slug}`);
  assert.deepEqual(namesIn(withdrawn), [first, slug]);
  assert.match(withdrawn, /no current score[\s\S]*It was withdrawn on \d+ \w+ \d{4}/);
  assert.match(withdrawn, new RegExp(`data-compared="${first}"`));
});
