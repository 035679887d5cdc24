// Headless Chromium, and a local server that serves files to it.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, chromiumPath } from './chromium-path.ts';

export type { Browser, Page };

/** Characters of one page. */
const LONGEST_PRINTED = 4000;

const launched: Browser[] = [];

export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...CHROMIUM_ARGUMENTS],
  });
  launched.push(browser);
  return browser;
}

/** A test that waited in vain says little; what its pages show says why. */
async function printPages(): Promise<void> {
  const pages = launched.flatMap((browser) => browser.contexts().flatMap((context) => context.pages()));
  for (const page of pages) {
    const text = await page.evaluate<string>('document.body.innerText').catch(String);
    process.stderr.write(`${page.url()} shows:\n${text.slice(0, LONGEST_PRINTED)}\n`);
  }
}

// The types of Node do not have `passed` yet.
afterEach(async (t) => {
  if (!(t as unknown as { passed: boolean }).passed) await printPages();
});

export interface ServedFile {
  type: string;
  text: string;
}

export interface Served {
  origin: string;
  stop(): Promise<void>;
}

/** Serves the given files by their exact paths, on the loopback interface only. */
export async function serve(files: ReadonlyMap<string, ServedFile>): Promise<Served> {
  const server = createServer((request, response) => {
    const file = request.method === 'GET' ? files.get(request.url ?? '') : undefined;
    response.writeHead(file ? 200 : 404, { 'content-type': `${file?.type ?? 'text/plain'}; charset=utf-8` });
    response.end(file?.text ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
