// The search by former names: what was published is found, and what was not stays private.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { SearchAnswer, SearchResult } from '@rf-indicators/contract/search';
import { describeProvider } from '@rf-indicators/core/desk/provider-file/change-provider';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { changeSlug, renameProvider } from '../../../../test/support/naming.ts';
import { until } from '../../../../test/support/until.ts';
import { type Office, officeOf } from '../http/customers.ts';

const SLUG = 'brindlewick-vaults';
let url: string;
let office: Office;

before(async () => {
  const server = await startInProcess(wholeFile);
  url = server.url;
  office = await officeOf({ dataDir: server.dataDir, databaseUrl: null }, wholeFile);
});

async function providersFor(query: string): Promise<SearchResult[]> {
  const response = await fetch(`${url}/search.json?q=${encodeURIComponent(query)}`);
  const { groups } = (await response.json()) as SearchAnswer;
  return [...(groups.find(({ kind }) => kind === 'provider')?.results ?? [])];
}

const firstFor = async (query: string) => (await providersFor(query))[0];

test('a former name finds the provider and is named, in any spelling', async () => {
  const { desk, operator } = office;
  await renameProvider(desk, operator, SLUG, '東京クレジット Épernay');
  await until('the new name is found', async () => (await firstFor('epernay')) !== undefined);
  for (const query of ['Épernay', 'EPERNAY', '東京', '東京クレジット', 'クレジット epernay']) {
    const found = await firstFor(query);
    assert.deepEqual([found?.title, found?.note], ['東京クレジット Épernay', undefined], query);
  }
  for (const query of ['brindlewick', 'BRINDLEWICK VAULTS', 'vaults']) {
    const found = await firstFor(query);
    assert.deepEqual(
      [found?.title, found?.note],
      ['東京クレジット Épernay', 'formerly Brindlewick Vaults'],
      query,
    );
  }
  const page = await (await fetch(`${url}/search?q=brindlewick`)).text();
  assert.match(page, /東京クレジット Épernay<\/a> <span class="muted">formerly Brindlewick Vaults<\/span>/);
});

test('a former slug finds the provider, and a slug that was never published does not', async () => {
  const { desk, operator } = office;
  const { id } = await desk.store.db
    .selectFrom('providers')
    .select('id')
    .where('slug', '=', 'cobaltine-markets')
    .executeTakeFirstOrThrow();
  // As if the provider had had this slug before its first indicator.
  await desk.store.transaction(async (writes) => {
    await writes.insertInto('provider_slugs').values({ slug: 'project-secret', provider_id: id }).execute();
  });
  await changeSlug(desk, operator, 'cobaltine-markets', 'cm-lending');
  await changeSlug(desk, operator, 'cm-lending', 'cobaltine-group');
  await until('the newest slug leads there', async () => {
    return (await firstFor('cobaltine'))?.address === '/providers/cobaltine-group';
  });
  const found = await firstFor('cm-lend');
  assert.deepEqual([found?.title, found?.note], ['Cobaltine Markets', 'formerly at /providers/cm-lending']);
  assert.deepEqual(await providersFor('project-secret'), []);
  const names = await (await fetch(`${url}/provider-names.json`)).text();
  assert.match(names, /cm-lending/);
  assert.doesNotMatch(names, /project-secret/);
});

test('other names find the provider, too', async () => {
  const { desk, operator, reviewer } = office;
  const change = { provider: 'aldertarn-bills', aliases: ['Tarnworks'], reason: 'People call it so.' };
  await desk.store.transaction((writes) =>
    describeProvider(desk, writes, { requester: operator, approver: reviewer }, change),
  );
  await until('the other name is found', async () => (await firstFor('tarnworks')) !== undefined);
  assert.equal((await firstFor('tarnworks'))?.note, 'also called Tarnworks');
});
