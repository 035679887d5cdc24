// What a first visit of a page costs in scripts, compressed.

import type { Page } from '../../../../../test/support/chromium.ts';

const KB = 1024;
const MOST = { public: 80 * KB, application: 200 * KB };

interface Script {
  name: string;
  bytes: number;
}

export async function scriptsOf(page: Page): Promise<Script[]> {
  return (await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => /\\.m?js($|\\?)/.test(name)).map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }))`,
  )) as Script[];
}

export async function weightFindings(page: Page): Promise<string[]> {
  const scripts = await scriptsOf(page);
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  const isApplication = scripts.some(({ name }) => name.startsWith('/app/'));
  const most = isApplication ? MOST.application : MOST.public;
  return bytes <= most
    ? []
    : [`has ${Math.ceil(bytes / KB)} KB of scripts, at most ${most / KB} are allowed`];
}
