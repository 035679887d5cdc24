// A day on which thousands of indicators change makes no long page of changes, and hides no band change.

import assert from 'node:assert/strict';
import { CHANGELOG_KINDS } from '@rf-indicators/contract';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { publishedWorld } from '../../../../test/support/world.ts';
import { weekOf } from '../../src/rendering/history/iso-week.ts';
import { NameIndex } from '../../src/rendering/names/name-index.ts';
import { PAGE_READS } from '../../src/rendering/pages/reads.ts';
import { NO_BRANDING } from '../../src/rendering/pages/site.ts';
import { isProblem, type Reading } from '../../src/rendering/reading.ts';

onEitherStore(
  'the page of changes has at most a hundred entries, and every entry is on one page',
  async (kind, t) => {
    const { store, desk } = await publishedWorld(kind, t);
    const { db } = store;
    const published = await db.selectFrom('changelog').selectAll().orderBy('seq').execute();
    const last = published.at(-1)!;
    const more = Array.from({ length: 500 }, (_, at) => {
      const { chain_list: _list, ...row } = { chain_list: null, ...published[at % published.length]! };
      return {
        ...row,
        seq: last.seq + at + 1,
        id: `more-${at}`,
        changed_at: last.changed_at + at,
        new_score: at,
        kind: at === 0 ? ('band_change' as const) : ('drift' as const),
        previous_score: at + 1,
        previous_band: 'HIGH',
        new_band: at === 0 ? 'ELEVATED' : 'HIGH',
      };
    });
    await store.transaction(async (writes) => {
      for (let at = 0; at < more.length; at += 50)
        await writes
          .insertInto('changelog')
          .values(more.slice(at, at + 50))
          .execute();
    });
    const disclosure = 'The disclosure.';
    const baseUrl = 'https://rf.example';
    const reading: Reading = {
      ...{ db, baseUrl, disclosure, snapshots: snapshotReader(db), clock: () => desk.clock() },
      site: { ...NO_BRANDING, baseUrl, disclosure },
      names: async () => new NameIndex([]),
    };
    const textOf = async (id: 'changelogPage' | 'weekPage', parameters: Record<string, string>) => {
      const page = await PAGE_READS[id](reading, parameters);
      assert.ok(!isProblem(page));
      return String(page.content);
    };
    const proofsIn = (text: string) => text.match(/\/verify\/RF-/g)?.length ?? 0;
    const olderIn = (text: string) =>
      [...text.matchAll(/href="\/(changelog\?[^"]+)" rel="next"/g)].map(([, url]) =>
        Object.fromEntries(new URL(url!.replaceAll('&amp;', '&'), baseUrl).searchParams),
      );

    const seen = new Set<string>();
    let shown = 0;
    const queue: Record<string, string>[] = [{ kinds: CHANGELOG_KINDS.join(',') }];
    while (queue.length > 0) {
      const text = await textOf('changelogPage', queue.shift()!);
      assert.ok(proofsIn(text) <= 100, `${proofsIn(text)} entries`);
      shown += proofsIn(text);
      for (const [, id] of text.matchAll(/\/changes\/([^"]+)"/g)) seen.add(id!);
      queue.push(...olderIn(text));
    }
    assert.equal(shown, published.length + more.length, 'every entry is on one page');
    for (const { id } of [...published, ...more]) assert.ok(seen.has(id), id);

    const first = await textOf('changelogPage', {});
    const sections = [...first.matchAll(/data-section="(\w+)"/g)].map(([, name]) => name);
    assert.deepEqual(
      sections,
      ['bands', 'moves'],
      'the one band change is older than all small moves, and comes first',
    );

    const week = await textOf('weekPage', { week: weekOf(last.changed_at).name });
    assert.ok(proofsIn(week) <= 100, `${proofsIn(week)} entries of a week`);
    assert.match(week, /<h1>[^<]*1 band change/);
  },
);
