import assert from 'node:assert/strict';
import type { Context } from '@rf-indicators/core/context/context';
import { asRows } from '@rf-indicators/core/desk/import/rows';
import { suggestProviders } from '@rf-indicators/core/desk/inputs/entry-basis';
import { proposeInputs } from '@rf-indicators/core/desk/inputs/propose';
import { retireProvider } from '@rf-indicators/core/desk/provider-file/change-provider';
import { importProviders } from '@rf-indicators/core/desk/provider-file/provider-import';
import { search } from '@rf-indicators/core/desk/search/search';
import { fictionalEvidence } from '../../../../../test/support/demo-parts.ts';
import { changeSlug, renameProvider } from '../../../../../test/support/naming.ts';
import { watchReads } from '../../../../../test/support/read-rows.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { foundedWorld, methodology, type World } from '../../../../../test/support/world.ts';

async function found({ people }: World, context: Context, query: string, kind: string): Promise<string[]> {
  const all = await search(context, people.reviewer, query);
  return all.filter((one) => one.kind === kind).map(({ name }) => name);
}

const NEWCOMER = {
  ...{ name: 'Zürcher Ørebank', slug: 'zurcher-orebank', planner_type: 'btc', provider_subtype: 'lender' },
  ...{ yield_min: '1.00', yield_max: '2.00', payout_currency: 'USD', aliases: ['Old Mill'] },
  identifiers: ['isin US0378331005 https://bank.example/imprint'],
  evidence: { kind: 'terms', title: 'Terms of the bank', evidence_date: '2026-03-31', grade: 'D' },
};

onEitherStore(
  'a search finds what was added or renamed a moment ago, and reads nothing else again',
  async (kind, t) => {
    const world = await foundedWorld(kind, t);
    const { desk, people } = world;
    const reads = watchReads(desk.store.db);
    const context = { ...desk, store: { ...desk.store, db: reads.db } };
    assert.deepEqual(await found(world, context, 'orebank', 'provider'), []);
    const first = reads.count();

    await importProviders(desk, people.analyst, asRows([NEWCOMER]), methodology);
    for (const text of ['orebank', 'ZURCHER', 'old mill', 'zurcher-orebank', 'ørebank', 'us037833'])
      assert.deepEqual(await found(world, context, text, 'provider'), ['Zürcher Ørebank'], text);
    assert.deepEqual(await found(world, context, 'terms of the b', 'document'), ['Terms of the bank']);
    reads.count();

    assert.deepEqual(await found(world, context, 'nothing like it', 'provider'), []);
    const again = reads.count();
    assert.ok(again + 100 < first, `${first} rows were read first, and ${again} again`);

    await renameProvider(desk, people.analyst, 'zurcher-orebank', 'Mill Street');
    assert.deepEqual(await found(world, context, 'mill st', 'provider'), ['Mill Street']);
    assert.deepEqual(await found(world, context, 'orebank', 'provider'), ['Mill Street'], 'by its slug');
    await changeSlug(desk, people.analyst, 'zurcher-orebank', 'on-the-hill');
    assert.deepEqual(await found(world, context, 'on-the-h', 'provider'), ['Mill Street']);
    assert.deepEqual(
      await found(world, context, 'zurcher-o', 'provider'),
      ['Mill Street'],
      'the former slug',
    );
    assert.deepEqual(await suggestProviders(reads.db, 'mill'), [
      { slug: 'on-the-hill', name: 'Mill Street' },
    ]);

    await retireProvider(desk, people.analyst, 'on-the-hill');
    assert.deepEqual(await suggestProviders(reads.db, 'mill'), []);
    const [retired] = await search(context, people.reviewer, 'mill street');
    assert.equal(retired?.detail, 'retired');
  },
);

onEitherStore('of the evidence with the same title, the newest is found', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const { desk, people } = world;
  const propose = async (value: string, day: string) => {
    const evidence = fictionalEvidence('A title of two documents', day, 'B');
    const row = { provider: world.slugOf('FX-02'), input: 'independent_oversight', value, evidence };
    await proposeInputs(desk, people.analyst, methodology, asRows([row]));
  };
  const dates = async () => {
    const all = await search(desk, people.reviewer, 'of two doc');
    return all.filter((one) => one.kind === 'document').map(({ detail }) => detail);
  };
  await propose('60.00', '2026-03-30');
  assert.deepEqual(await dates(), ['2026-03-30']);
  desk.moveTo(desk.clock() + 60_000);
  await propose('61.00', '2026-03-31');
  assert.deepEqual(await dates(), ['2026-03-31']);
});
