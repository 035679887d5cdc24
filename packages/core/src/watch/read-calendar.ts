// The calendar at an address: the lapses of the names that its member watches now.

import { aheadOf } from './ahead.ts';
import { memberOfCalendar } from './calendars.ts';
import { type DigestReading, watchedProviders } from './digest.ts';
import { calendarText } from './ics.ts';
import { sightOf } from './sight.ts';

const AHEAD_DAYS = 90;

/** Null if there is no calendar at the address. */
export async function readCalendarAt(reading: DigestReading, token: string): Promise<string | null> {
  const { db, masterKey, publishing, now, place } = reading;
  const member = await memberOfCalendar(db, token);
  if (member === null) return null;
  const providers = await watchedProviders(reading, member, await sightOf(db, masterKey, member));
  return calendarText({
    name: `${place.siteName}: lapses`,
    host: new URL(place.baseUrl).host,
    owner: member.id,
    link: `${place.baseUrl}/console/watch`,
    at: now,
    entries: await aheadOf(db, publishing, providers, now, AHEAD_DAYS),
  });
}
