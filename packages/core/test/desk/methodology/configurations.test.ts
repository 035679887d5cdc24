import assert from 'node:assert/strict';
import {
  currentConfiguration,
  ensureDefaultConfiguration,
  listConfigurations,
  recordConfiguration,
} from '@rf-indicators/core/desk/methodology/configurations';
import { digestOf } from '@rf-indicators/engine';
import { fixtureDesk, person } from '../../../../../test/support/desk-fixture.ts';
import { onEitherStore } from '../../../../../test/support/stores.ts';

onEitherStore('every store has the configuration "default", recorded once', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const operator = await person(desk, 'olga', 'operator');
  const ensure = () => desk.store.transaction((writes) => ensureDefaultConfiguration(desk, writes, operator));
  await assert.rejects(currentConfiguration(desk.store.db, 'default'), { code: 'not_found' });
  const digest = await ensure();
  assert.equal(await ensure(), digest);
  assert.equal(digest, await digestOf({ name: 'default', evidence_rules: '1' }));
  const { content } = await currentConfiguration(desk.store.db, 'default');
  assert.deepEqual(content, { name: 'default', evidence_rules: '1' });
  assert.equal((await listConfigurations(desk.store.db)).length, 1);
});

onEitherStore('new content becomes current, and the old content is kept', async (kind, t) => {
  const desk = await fixtureDesk(kind, t);
  const operator = await person(desk, 'olga', 'operator');
  const set = (content: Record<string, string>) =>
    recordConfiguration(desk, operator, { name: 'strict', content });
  const contents = ['1', '2', '3'].map((level) => ({ name: 'strict', level }));
  for (const content of contents) {
    const digest = await set(content);
    assert.equal(await set(content), digest, 'the current one again changes nothing');
    assert.equal(
      (await currentConfiguration(desk.store.db, 'strict')).digest,
      digest,
      'though the clock stands',
    );
  }
  assert.deepEqual(
    (await listConfigurations(desk.store.db)).map(({ content }) => content),
    contents.map((content) => ({ ...content, evidence_rules: '1' })),
    'each says which evidence rules chose its inputs',
  );
  await assert.rejects(set(contents[0]!), { code: 'conflict' });
  await set({ ...contents[0]!, revision: '2' });
});

onEitherStore(
  'a configuration has string settings and its own name, and only an operator can set it',
  async (kind, t) => {
    const desk = await fixtureDesk(kind, t);
    const operator = await person(desk, 'olga', 'operator');
    const analyst = await person(desk, 'ann', 'analyst');
    const content = { name: 'x' };
    await assert.rejects(recordConfiguration(desk, analyst, { name: 'x', content }), {
      code: 'insufficient_role',
    });
    const wrong: unknown[] = [
      { name: 'x', content: { name: 'y' } },
      { name: 'x', content: {} },
      { name: 'x', content: { name: 'x', level: 1 } },
      { name: 'x', content: null },
      { name: 'x', content: [] },
      { name: 'X Y', content: { name: 'X Y' } },
    ];
    for (const configuration of wrong) {
      const act = recordConfiguration(desk, operator, configuration as never);
      await assert.rejects(act, { code: 'validation_failed' });
    }
    assert.deepEqual(await listConfigurations(desk.store.db), []);
  },
);
