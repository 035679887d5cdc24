// A generated world has one day of scores. Here its pages get a past: every provider with some bands, and on each day other
// scores and another order. The files have the form and the size of real ones.

import type { HistoryDay, HistoryYear } from '@rf-indicators/contract';
import type { Page } from 'playwright-core';

const DAY = 24 * 60 * 60 * 1000;
const DAYS = 180;
/** A band lasts so many days. */
const LASTS = 45;
const BOUNDS: readonly [least: number, band: 'LOW' | 'MEDIUM' | 'ELEVATED' | 'HIGH'][] = [
  [80, 'LOW'],
  [60, 'MEDIUM'],
  [40, 'ELEVATED'],
  [0, 'HIGH'],
];

/** What was made is kept for all pages. */
const made = new Map<string, string>();

export async function inventPast(page: Page): Promise<void> {
  const now = Date.now();
  const today = dayOf(now);
  const first = dayOf(now - DAYS * DAY);
  await page.route('**/?view=timeline', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/data-first="[^"]*"/, `data-first="${first}"`);
    await route.fulfill({ response, body });
  });
  const answer = (make: (path: string, text: string) => string, source: (path: string) => string) =>
    async (route: Parameters<Parameters<Page['route']>[1]>[0]) => {
      const { pathname, origin } = new URL(route.request().url());
      let body = made.get(pathname);
      if (body === undefined) {
        const response = await route.fetch({ url: `${origin}${source(pathname)}` });
        body = make(pathname, await response.text());
        made.set(pathname, body);
      }
      await route.fulfill({ body, contentType: 'application/json' });
    };
  await page.route(
    '**/history/days/*.json',
    answer(inventDay, () => `/history/days/${today}.json`),
  );
  await page.route(
    /\/history\/\d{4}\.json$/,
    answer((path, text) => inventYear(path, text, now), () => `/history/${today.slice(0, 4)}.json`),
  );
}

function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

function inventDay(path: string, text: string): string {
  const day = JSON.parse(text) as HistoryDay;
  const date = path.slice(-15, -5);
  const seed = Date.parse(date) / DAY;
  const data = day.data
    .map((row, at) => {
      const moved = row.final_score + 4 * Math.sin(seed / 9 + at);
      const final_score = Number(Math.min(100, Math.max(0, moved)).toFixed(2));
      return { ...row, final_score, risk_band: bandOf(final_score) };
    })
    .sort((a, b) => b.final_score - a.final_score)
    .map((row, at) => ({ ...row, rank: at + 1 }));
  return JSON.stringify({ ...day, date, data });
}

function inventYear(path: string, text: string, now: number): string {
  const file = JSON.parse(text) as HistoryYear;
  const year = Number(path.slice(-9, -5));
  const isOfYear = (instant: number) => new Date(instant).getUTCFullYear() === year;
  const days = Array.from({ length: DAYS + 1 }, (_, at) => now - (DAYS - at) * DAY);
  const data = file.data.map((provider, at) => {
    const shift = at % LASTS;
    const starts = days.filter((_, day) => day === 0 || (day + shift) % LASTS === 0);
    const bands = starts.map((_, number) => BOUNDS[(at + (number % 2)) % BOUNDS.length]![1]);
    const all = starts.map((from, number) => ({
      from: new Date(from).toISOString().replace(/\.\d+/, ''),
      until: number + 1 < starts.length ? new Date(starts[number + 1]!).toISOString().replace(/\.\d+/, '') : null,
      risk_band: bands[number]!,
      stale: false,
    }));
    return { ...provider, periods: all.filter((_, number) => isOfYear(starts[number]!)) };
  });
  return JSON.stringify({ ...file, year, published_on: days.filter(isOfYear).map(dayOf), data });
}

function bandOf(score: number): (typeof BOUNDS)[number][1] {
  return BOUNDS.find(([least]) => score >= least)![1];
}
