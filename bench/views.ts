// Benchmark of the map and the timeline of the Scores page with 10,000 providers, in Chromium: how soon they can be used, and
// how long the frames take while somebody points, drags, presses keys and scrolls.

import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../test/support/chromium-path.ts';
import { serve } from './http/processes.ts';
import { type Form, type Measurement, median, numberText, valueAtMost } from './measurement.ts';
import { reportStep } from './progress.ts';
import { inventPast } from './views/invented-past.ts';
import { sqliteWorld } from './world/worlds.ts';

/** Longer ones are felt as a stop. */
const MOST_FRAME_MS = 100;
const MOST_USABLE_MS = 2000;
const SIZE = { width: 1440, height: 900 };

interface Done {
  /** "the day of the timeline is dragged". */
  what: string;
  act(page: Page, steps: number): Promise<void>;
}

interface View {
  name: string;
  path: string;
  /** True once its script has made it alive. */
  usable: string;
  done: readonly Done[];
}

const VIEWS: readonly View[] = [
  {
    name: 'map',
    path: '/?view=map',
    usable: `document.querySelector('.yield-map[data-drawn]') !== null`,
    done: [
      { what: 'the pointer moves over the map', act: (page, steps) => hover(page, '.yield-map .plot', steps) },
      { what: 'a key is held on the map', act: (page, steps) => hold(page, '.yield-map .plot', 'ArrowDown', steps) },
    ],
  },
  {
    name: 'timeline',
    path: '/?view=timeline',
    usable: `document.querySelector('.timeline .days[role=slider]') !== null && document.querySelector('table.timeline[aria-rowcount]') !== null`,
    done: [
      { what: 'the day of the timeline is dragged', act: (page, steps) => drag(page, '.timeline .days', steps) },
      { what: 'a key is held on the timeline', act: (page, steps) => hold(page, '.timeline .days', 'ArrowLeft', steps) },
      { what: 'the timeline is scrolled', act: scroll },
    ],
  },
];

export async function viewsBench(form: Form): Promise<Measurement[]> {
  const providers = form.pick(10_000, 300);
  const steps = form.pick(120, 20);
  const server = await serve(await sqliteWorld(providers));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: [...CHROMIUM_ARGUMENTS] });
  try {
    const measured: Measurement[] = [];
    for (const view of VIEWS) {
      reportStep(`the ${view.name} of ${providers} providers`);
      measured.push(...(await measureView(browser, server.url, view, providers, steps)));
    }
    return measured;
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measureView(
  browser: Browser,
  url: string,
  view: View,
  providers: number,
  steps: number,
): Promise<Measurement[]> {
  const times: number[] = [];
  let page = await openView(browser, url, view, times);
  // The first reader waits for the server, too.
  for (let more = 0; more < 3; more += 1) {
    await page.close();
    page = await openView(browser, url, view, times);
  }
  const size = `${providers.toLocaleString('en')} providers`;
  const later = { label: view.name, value: median(times.slice(1)), unit: 'ms' };
  const measured = [
    valueAtMost(
      `until the ${view.name} can be used, ${size}`,
      later,
      MOST_USABLE_MS,
      `median of 3; for the first reader after a publication ${numberText(times[0]!)} ms`,
    ),
  ];
  for (const { what, act } of view.done) {
    const frames = await framesDuring(page, () => act(page, steps));
    const longest = { label: view.name, value: Math.max(...frames), unit: 'ms' };
    const p95 = frames.toSorted((a, b) => a - b)[Math.floor(frames.length * 0.95)]!;
    const note = `${frames.length} frames, median ${numberText(median(frames))} ms, p95 ${numberText(p95)} ms`;
    measured.push(valueAtMost(`longest frame while ${what}, ${size}`, longest, MOST_FRAME_MS, note));
  }
  await page.close();
  return measured;
}

async function openView(browser: Browser, url: string, view: View, times: number[]): Promise<Page> {
  const page = await browser.newPage({ viewport: SIZE });
  await inventPast(page);
  const start = performance.now();
  await page.goto(`${url}${view.path}`, { waitUntil: 'commit' });
  // The policy of the page lets no polling within it evaluate a text.
  while (!(await page.evaluate<boolean>(view.usable).catch(() => false))) await page.waitForTimeout(10);
  times.push(performance.now() - start);
  await page.waitForLoadState('networkidle');
  return page;
}

/** The times between the frames that were drawn, in milliseconds. */
async function framesDuring(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(`{
    window.frames_ = [];
    let last = performance.now();
    const count = (now) => {
      window.frames_.push(now - last);
      last = now;
      window.counting = requestAnimationFrame(count);
    };
    window.counting = requestAnimationFrame(count);
  }`);
  await act();
  return page.evaluate<number[]>('cancelAnimationFrame(window.counting), window.frames_.slice(1)');
}

async function boxOf(page: Page, selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await page.locator(selector).boundingBox();
  if (box === null) throw new Error(`${selector} is not drawn`);
  return box;
}

async function hover(page: Page, selector: string, steps: number): Promise<void> {
  const { x, y, width, height } = await boxOf(page, selector);
  for (let step = 0; step <= steps; step += 1) {
    const share = step / steps;
    await page.mouse.move(x + width * share, y + height * (0.5 + 0.4 * Math.sin(share * 20)));
  }
}

async function hold(page: Page, selector: string, key: string, steps: number): Promise<void> {
  await page.locator(selector).focus();
  for (let step = 0; step < steps; step += 1) await page.keyboard.press(key);
  await page.waitForTimeout(200);
}

/** From the last day to the first one and back. */
async function drag(page: Page, selector: string, steps: number): Promise<void> {
  const { x, y, width, height } = await boxOf(page, selector);
  const at = (step: number) => x + width * Math.abs(1 - (2 * step) / steps) * 0.998;
  await page.mouse.move(at(0), y + height / 2);
  await page.mouse.down();
  for (let step = 0; step <= steps; step += 1) await page.mouse.move(at(step), y + height / 2);
  await page.mouse.up();
  await page.waitForTimeout(200);
}

async function scroll(page: Page, steps: number): Promise<void> {
  await page.mouse.move(SIZE.width / 2, SIZE.height / 2);
  for (let step = 0; step < steps; step += 1) await page.mouse.wheel(0, step % 20 === 19 ? 20_000 : 240);
  await page.waitForTimeout(200);
}
