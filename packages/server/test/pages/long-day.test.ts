// A day on which thousands of indicators change makes no long page of changes.

import assert from 'node:assert/strict';
import { snapshotReader } from '@rf-indicators/core/desk/snapshots/read-snapshots';
import { onEitherStore } from '../../../../test/support/stores.ts';
import { publishedWorld } from '../../../../test/support/world.ts';
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
    let entries = 0;
    for (let before: number | undefined; ; ) {
      const page = await PAGE_READS.changelogPage(reading, before === undefined ? {} : { before });
      assert.ok(!isProblem(page));
      const text = String(page.content);
      const shown = text.match(/\/verify\/RF-/g)!.length;
      assert.ok(shown <= 100, `${shown} entries`);
      entries += shown;
      const [, older] = /cursor=(\d+)/.exec(text) ?? [];
      if (older === undefined) break;
      before = Number(older);
    }
    assert.equal(entries, published.length + more.length);
  },
);
