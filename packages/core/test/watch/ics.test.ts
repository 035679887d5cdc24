// The calendar of lapses, read by a parser of calendars.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ahead } from '@rf-indicators/core/watch/ahead';
import { calendarText } from '@rf-indicators/core/watch/ics';
import ICAL from 'ical.js';

const NAMES = ['Zoë; \\ Vaults, "Ltd"', '長い名前の会社'.repeat(20), 'A\nB'];

const ENTRIES: readonly Ahead[] = [
  { day: '2026-11-24', what: 'withdrawal', checks: [], providers: ['1'], names: [NAMES[0]!] },
  {
    day: '2026-12-31',
    what: 'lapse',
    checks: ['Insolvency, status'],
    providers: ['1', '2', '3'],
    names: NAMES,
  },
];

function read(entries: readonly Ahead[], at = Date.parse('2026-11-18T07:00:00.123Z')) {
  const text = calendarText({
    ...{
      name: 'RF: lapses',
      host: 'rf.example',
      owner: 'm',
      link: 'https://rf.example/console/watch',
      at,
      entries,
    },
  });
  const events = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((component) => new ICAL.Event(component));
  return { text, events };
}

test('each lapse is a whole day with its names, whatever characters they have', () => {
  const { text, events } = read(ENTRIES);
  assert.deepEqual(
    events.map(({ startDate, endDate, summary }) => [String(startDate), String(endDate), summary]),
    [
      ['2026-11-24', '2026-11-25', `${NAMES[0]} is withdrawn`],
      ['2026-12-31', '2027-01-01', `${NAMES[0]}, ${NAMES[1]} and ${NAMES[2]}: Insolvency, status lapses`],
    ],
  );
  assert.ok(events[1]!.description.endsWith(NAMES.join('\n')));
  assert.equal(String(events[0]!.component.getFirstPropertyValue('dtstamp')), '2026-11-18T07:00:00Z');
  for (const line of text.split('\r\n')) {
    assert.ok(Buffer.byteLength(line) <= 75, line);
    assert.doesNotMatch(line, /[\r\n\ufffd]/);
  }
});

test('an entry keeps its id while its day and checks stay, and no two share one', () => {
  const ids = (entries: readonly Ahead[], at?: number) => read(entries, at).events.map(({ uid }) => uid);
  const later = ENTRIES.map((one) => ({ ...one, names: ['Another'], providers: ['9'] }));
  assert.deepEqual(ids(ENTRIES), ids(later, Date.parse('2026-11-19T07:00:00Z')));
  assert.equal(new Set(ids(ENTRIES)).size, 2);
  assert.deepEqual(read([]).events, [], 'an empty calendar is one too');
});
