// A generated world has one day of scores. Here it gets a past: every provider with some bands, and on each day other
// scores and another order. The files have the form and the size of real ones.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { HistoryDay, HistoryYear } from '@rf-indicators/contract';

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

/** Serves what the service serves, with an invented past. */
export async function withInventedPast(service: string): Promise<{ url: string; stop(): void }> {
  const now = Date.now();
  const today = dayOf(now);
  const first = dayOf(now - DAYS * DAY);
  const made = new Map<string, Buffer>();
  const keep = async (path: string, make: () => Promise<string>) => {
    const known = made.get(path) ?? gzipSync(await make());
    made.set(path, known);
    return known;
  };
  const textOf = async (path: string) => (await fetch(`${service}${path}`)).text();
  const invented = (path: string): Promise<Buffer> | null => {
    if (/^\/history\/days\//.test(path))
      return keep(path, async () => inventDay(path, await textOf(`/history/days/${today}.json`)));
    if (/^\/history\/\d{4}\.json$/.test(path))
      return keep(path, async () =>
        inventYear(path, await textOf(`/history/${today.slice(0, 4)}.json`), now),
      );
    return null;
  };
  const server = createServer(async ({ url = '/' }, response) => {
    const file = await invented(url);
    if (file !== null) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(file);
      return;
    }
    const answer = await fetch(`${service}${url}`);
    const type = answer.headers.get('content-type') ?? 'text/plain';
    const body = Buffer.from(await answer.arrayBuffer());
    const page = url.startsWith('/?view=timeline')
      ? body.toString().replace(/data-first="[^"]*"/, `data-first="${first}"`)
      : body;
    response.writeHead(answer.status, { 'content-type': type });
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  };
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
      until:
        number + 1 < starts.length ? new Date(starts[number + 1]!).toISOString().replace(/\.\d+/, '') : null,
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
