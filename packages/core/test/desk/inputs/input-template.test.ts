// Templates of inputs: what applies to a provider, with placeholders that somebody replaces.

import assert from 'node:assert/strict';
import { performAct } from '@rf-indicators/core/acts/perform';
import type { Refusal } from '@rf-indicators/core/context/refusal';
import { inputTemplate } from '@rf-indicators/core/desk/inputs/input-template';
import { loadMethodology } from '@rf-indicators/engine';
import { framework } from '../../../../../test/support/desk-fixture.ts';
import { CONFIRMATION, filledIn } from '../../../../../test/support/evidence.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';
import { foundedWorld } from '../../../../../test/support/world.ts';
import { type Story, storyOf } from '../../acts/story.ts';

async function addProvider(story: Story, provider: Record<string, unknown>): Promise<string> {
  const [template] = (await performAct(story.services, story.callers.analyst!, 'templates.providers', {}))
    .data;
  // No two providers have the same identifier.
  const value = { ...filledIn(template), identifiers: [], ...provider };
  const { batch_id } = await performAct(story.services, story.callers.analyst!, 'providers.import', {
    rows: [{ value }],
  });
  return batch_id!;
}

/** Each provider has evidence of its own. */
function withOwnTitle(row: Record<string, unknown>, title: string) {
  return { ...row, confirmation: CONFIRMATION, evidence: { ...(row.evidence as object), title } };
}

async function importTemplate(story: Story, slug: string) {
  const { data } = await performAct(story.services, story.callers.analyst!, 'templates.inputs', {
    providers: [slug],
  });
  const marked = data.filter(({ value }) => String(value).startsWith('PLACEHOLDER'));
  assert.ok(marked.length > 0, 'what is not on record is marked');
  const asItIs = { rows: data.map((value) => ({ value })) };
  const act = performAct(story.services, story.callers.analyst!, 'inputs.propose', asItIs);
  await assert.rejects(act, (error: Refusal) => error.details.some(({ code }) => code === 'placeholder'));
  const rows = data.map((value, index) => ({ value: withOwnTitle(filledIn(value), `${slug} ${index}`) }));
  const { batch_id } = await performAct(story.services, story.callers.analyst!, 'inputs.propose', { rows });
  return { data, batch_id };
}

const KINDS = [
  { slug: 'in-euro', planner_type: 'fiat', payout_currency: 'EUR' },
  { slug: 'in-dollar', planner_type: 'stablecoin', payout_currency: 'USD' },
  {
    slug: 'without-credit',
    planner_type: 'fiat',
    payout_currency: 'USD',
    flags: {
      redeemable: true,
      lends: false,
      onchain: false,
      fixed_obligations: false,
      bitcoin_backed: false,
    },
  },
];

onEitherStore(
  'a template of any kind of provider imports once its placeholders are replaced, and leads to a score',
  async (kind, t) => {
    const story = storyOf(await foundedWorld(kind, t));
    const approve = (batch: string) =>
      performAct(story.services, story.callers.reviewer!, 'inputs.approve', {
        batch,
        confirmation: CONFIRMATION,
      });
    for (const provider of KINDS) {
      const facts = await addProvider(story, { name: provider.slug, ...provider });
      const { data, batch_id } = await importTemplate(story, provider.slug);
      const inputs = data.map(({ input }) => input);
      assert.equal(
        inputs.includes('reference_rate'),
        provider.slug === 'in-euro',
        'only where there is none',
      );
      assert.ok(!inputs.includes('yield_spread'), 'derived');
      assert.equal(inputs.includes('btc_shock_absorption'), false);
      assert.ok(!inputs.includes('yield_max'), 'proposed already');
      assert.ok(data.every(({ about }) => typeof about === 'string' && about.length > 5));
      // The rate comes first: yields are compared with it.
      await approve(batch_id);
      await approve(facts);
    }
    const { run_id } = await performAct(story.services, story.callers.analyst!, 'runs.compute', {
      providers: KINDS.map(({ slug }) => slug),
    });
    const { items } = await performAct(story.services, story.callers.reviewer!, 'runs.show', { run: run_id });
    assert.deepEqual(
      items.map(({ outcome }) => outcome),
      ['SCORED', 'SCORED', 'SCORED'],
    );
  },
);

onEitherStore('a template repeats what is on record, and follows another framework', async (kind, t) => {
  const world = await foundedWorld(kind, t);
  const story = storyOf(world);
  const slug = world.slugOf('FX-05');
  const { data } = await performAct(story.services, story.callers.analyst!, 'templates.inputs', {
    providers: [slug],
  });
  const { data: due } = await performAct(story.services, story.callers.analyst!, 'inputs.due', {
    days: 9999,
  });
  for (const { input, value } of due.filter((one) => one.slug === slug)) {
    const row = data.find((one) => one.input === input);
    if (row !== undefined) assert.equal(row.value, value, input);
  }

  const document = framework('9.0');
  const own = {
    ...document,
    grades: { A: 100, B: 80, E: 10 },
    gates: [
      ...document.gates,
      {
        id: 'licence_status',
        options: ['none', 'pending', 'granted'],
        max_age_days: 30,
        option_definitions: { none: 'n', pending: 'p', granted: 'g' },
      },
    ],
  };
  // Five options lie on either side of the middle; without two of them, credit is the middle one.
  const isKept = ([option]: [string, string]) => !/^(hedged_market_neutral|mixed_disclosed)$/.test(option);
  const withCredit = own.criteria.map((criterion) =>
    criterion.id === 'yield_source' && criterion.input.type === 'enum'
      ? {
          ...criterion,
          input: { ...criterion.input, options: criterion.input.options.filter(isKept) },
          option_definitions: Object.fromEntries(
            Object.entries(criterion.option_definitions!).filter(isKept),
          ),
        }
      : criterion,
  );
  await addProvider(story, { name: 'No lender', ...KINDS[2] });
  const values = async (key: string) => {
    const found = await inputTemplate(world.desk, loadMethodology({ ...own, criteria: withCredit }), [key]);
    return found.find(({ input }) => input === 'yield_source')!.value;
  };
  await addProvider(story, { name: 'Lender', slug: 'lender' });
  assert.match(await values('lender'), /_credit$/);
  assert.doesNotMatch(await values(KINDS[2]!.slug), /_credit$/, 'a provider that does not lend');
  const rows = await inputTemplate(world.desk, loadMethodology(own), [slug]);
  const licence = rows.find(({ input }) => input === 'licence_status');
  assert.equal(licence?.value, 'PLACEHOLDER: granted');
  assert.equal(licence?.about, 'One of, worst first: none (n); pending (p); granted (g)');
  assert.equal((licence!.evidence as { grade: string }).grade, 'E');
  await assert.rejects(inputTemplate(world.desk, loadMethodology(own), ['nobody']), /"nobody"/);
});
