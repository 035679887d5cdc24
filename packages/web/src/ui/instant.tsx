// An instant in words, with the exact time in UTC on hover and focus.

import { useNow } from './clock.ts';
import { ago, date, instant, until, utcInstant, type When } from './format.ts';

export function Ago({ at }: { at: When }) {
  return <Stamp at={at} words={ago(at, useNow())} />;
}

export function Until({ at, past }: { at: When; past?: string }) {
  return <Stamp at={at} words={until(at, useNow(), past)} />;
}

/** For records: never relative. */
export function Instant({ at }: { at: When }) {
  return <Stamp at={at} words={instant(at)} />;
}

/** The day alone, in the reader's zone. */
export function Day({ at }: { at: When }) {
  return <Stamp at={at} words={date(at)} />;
}

function Stamp({ at, words }: { at: When; words: string }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={utcInstant(at)}>
      {words}
    </time>
  );
}
