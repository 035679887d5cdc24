// A calendar of lapses in the format of RFC 5545. The days are UTC dates, and hold no amounts.

import { createHash } from 'node:crypto';
import { dayAfter } from '../context/times.ts';
import { type Ahead, aheadText } from './ahead.ts';

/** In octets, without the end of the line. */
const LONGEST_LINE = 75;

export interface Calendar {
  name: string;
  /** The host of the service, for the ids of entries. */
  host: string;
  /** Whose it is, so that two calendars in one program are apart. */
  owner: string;
  link: string;
  at: number;
  entries: readonly Ahead[];
}

export function calendarText({ name, host, owner, link, at, entries }: Calendar): string {
  const stamp = `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//RF Risk Indicators//Watch//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    ...entries.flatMap((entry) => [
      'BEGIN:VEVENT',
      `UID:${uidOf(owner, entry)}@${host}`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${dateOf(entry.day)}`,
      `DTEND;VALUE=DATE:${dateOf(dayAfter(entry.day, 1))}`,
      `SUMMARY:${escaped(aheadText(entry))}`,
      `DESCRIPTION:${escaped(descriptionOf(entry))}`,
      `URL:${link}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** The same for the same day and checks, whichever names join or leave. */
function uidOf(owner: string, { what, day, checks }: Ahead): string {
  return createHash('sha256')
    .update(JSON.stringify([owner, what, day, checks]))
    .digest('hex')
    .slice(0, 32);
}

function descriptionOf({ what, names }: Ahead): string {
  const lead =
    what === 'lapse'
      ? 'Stale from then on unless it is checked again (UTC date)'
      : 'Withdrawn unless it is checked again (UTC date)';
  return `${lead}:\n${names.join('\n')}`;
}

function dateOf(day: string): string {
  return day.replaceAll('-', '');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r\n|\r|\n/g, '\\n');
}

/** Long lines go on after a line break and a space. No character is broken. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let room = LONGEST_LINE;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (length > room) {
      parts.push(part);
      part = '';
      // The space counts.
      room = LONGEST_LINE - 1;
    }
    part += character;
    room -= length;
  }
  return [...parts, part].join('\r\n ');
}
