// Reads what the page of changes shows, on the reading thread.

import { readSteps } from '@rf-indicators/core/desk/served/steps';
import { readChangelog } from '@rf-indicators/core/log/changelog';
import { publicReason } from '@rf-indicators/core/log/public-reason';
import { startOfDay } from '../../history/window.ts';
import type { Found, Parameters, Reading } from '../../reading.ts';
import { byProviderAndDay } from '../day-stories.ts';
import { readKinds } from './kinds.ts';
import { changelogPage } from './page.ts';

const ENTRIES = 40;
/** A page ends with a day, so that no story is cut; a day with more entries than this is, because a page must not grow with it. */
const MOST_OF_A_DAY = 60;

export async function readChangelogPage(reading: Reading, { kinds, before }: Parameters): Promise<Found> {
  const { db, site } = reading;
  const chosen = readKinds(kinds);
  const query = { kinds: chosen.length === 0 ? undefined : chosen };
  const first = before === undefined ? undefined : Number(before);
  const newest = await readChangelog(db, { ...query, limit: ENTRIES, before: first });
  const last = newest.rows.at(-1);
  const rest = newest.more
    ? await readChangelog(db, {
        ...query,
        limit: MOST_OF_A_DAY,
        before: last!.seq,
        since: startOfDay(last!.changed_at),
      })
    : { rows: [], more: false };
  const rows = [...newest.rows, ...rest.rows];
  const changes = rows.map((row) => ({ ...row, reason: publicReason(row.reason) }));
  const told = byProviderAndDay(changes).filter(({ length }) => length > 1);
  const older = newest.more && (await readChangelog(db, { ...query, limit: 1, before: rows.at(-1)!.seq }));
  const page = changelogPage(site, {
    changes,
    steps: await readSteps(db, [...new Set(told.map(([entry]) => entry!.provider_id))]),
    kinds: chosen,
    isFirst: first === undefined,
    olderThan: older && older.rows.length > 0 ? rows.at(-1)!.seq : null,
  });
  return {
    content: page.text,
    lastModified: Math.floor(reading.clock()),
    mediaType: 'text/html; charset=utf-8',
  };
}
