// How figures and instants are written: fixed English forms, the same for every reader.

import { writtenDate } from '../charts/dates.ts';
import { hundredths } from '../charts/hundredths.ts';

export { hundredths };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** 1,204; a minus sign, not a hyphen. */
export function count(value: number): string {
  const digits = String(Math.abs(value)).replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return value < 0 ? `−${digits}` : digits;
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** An instant: as the service writes it, or in milliseconds of the clock of this browser. */
export type When = string | number;

/** For reckoning with it. The texts do not sort by time: some have milliseconds, and some do not. */
export function timeOf(at: When): number {
  return typeof at === 'string' ? Date.parse(at) : at;
}

/** 14 Nov 2026, in the reader's zone. */
export function date(at: When): string {
  const when = new Date(at);
  return writtenDate(Date.UTC(when.getFullYear(), when.getMonth(), when.getDate()));
}

/** 14 Nov 2026, 06:04, in the reader's zone. */
export function instant(at: When): string {
  const when = new Date(at);
  return `${date(at)}, ${two(when.getHours())}:${two(when.getMinutes())}`;
}

/** 06:04, in the reader's zone. */
export function clock(at: When): string {
  return instant(at).split(', ')[1]!;
}

/** 14 Nov 2026, 06:04:09 UTC. */
export function utcInstant(at: When): string {
  const iso = new Date(at).toISOString();
  return `${utcDate(iso.slice(0, 10))}, ${iso.slice(11, 19)} UTC`;
}

/** A calendar date of the form 2026-11-14, which no time zone shifts. */
export function utcDate(day: string): string {
  return writtenDate(day);
}

/** A sentence of the service, with its dates as pages write them. */
export function withDates(sentence: string): string {
  return sentence.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, utcDate);
}

/** 15 Oct */
export function utcDay(day: string): string {
  return utcDate(day).split(' ').slice(0, 2).join(' ');
}

/** "3 days ago" up to 7 days, then the date. */
export function ago(at: When, now: number): string {
  const passed = now - timeOf(at);
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`;
  const days = Math.floor(passed / DAY);
  return days <= 7 ? `${plural(days, 'day')} ago` : date(at);
}

/** "in 6 days" up to 7 days, then the date. `past` is what is said of a time that has come. */
export function until(at: When, now: number, past = 'ended'): string {
  const left = timeOf(at) - now;
  if (left <= 0) return past;
  // Not in seconds: the clock of the pages moves every half minute.
  if (left < MINUTE) return 'in less than 1 min';
  if (left < HOUR) return `in ${Math.floor(left / MINUTE)} min`;
  if (left < DAY) return `in ${Math.floor(left / HOUR)} h`;
  const days = Math.floor(left / DAY);
  return days <= 7 ? `in ${plural(days, 'day')}` : date(at);
}

/** "17 hours left"; "5 days left" from two days on. */
export function hoursLeft(at: When, now: number): string {
  const hours = Math.max(0, Math.floor((timeOf(at) - now) / HOUR));
  return hours < 48 ? `${plural(hours, 'hour')} left` : `${plural(Math.floor(hours / 24), 'day')} left`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

const TIERS: Readonly<Record<string, string>> = {
  FREE: 'Free',
  PROFESSIONAL: 'Professional',
  ENTERPRISE: 'Enterprise',
  CUSTOM: 'Custom',
};

export function tierName(tier: string): string {
  return TIERS[tier] ?? tier;
}

const ROLES: Readonly<Record<string, string>> = {
  contract_admin: 'Contract Admin',
  risk_officer: 'Risk officer',
  developer: 'Developer',
  viewer: 'Viewer',
  analyst: 'Analyst',
  reviewer: 'Reviewer',
  chief_risk_officer: 'Chief risk officer',
  operator: 'Operator',
};

export function roleName(role: string): string {
  return ROLES[role] ?? role;
}

/** +1.80, −0.12 or 0.00, of a change in hundredths. */
export function change(value: number): string {
  if (value === 0) return '0.00';
  return `${value < 0 ? '−' : '+'}${hundredths(value)}`;
}

const ACRONYMS = /\b(?:aml|ccss|iso|ltv)\b/g;

/** An id of the framework in words: on_terms becomes "on terms". */
export function inWords(id: string): string {
  return id.replaceAll('_', ' ').replaceAll(ACRONYMS, (acronym) => acronym.toUpperCase());
}

/** A value of an input: a number with a minus sign, or an option in words. */
export function inputValue(value: string): string {
  return /^-?\d/.test(value) ? value.replace(/^-/, '−') : inWords(value);
}

/** Units that are counted; the others, such as percent, stay as they are. */
const COUNTED = /^1 (day|month|person)s$/;

/** A value with its unit: "1 day", not "1 days". */
export function singular(text: string): string {
  return text.replace(COUNTED, '1 $1');
}

/** 13 Nov, 06:00 UTC */
export function shortUtcInstant(at: When): string {
  const iso = new Date(at).toISOString();
  return `${utcDay(iso.slice(0, 10))}, ${iso.slice(11, 16)} UTC`;
}
