// Headless Chromium, and a local server that serves files to it.

import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';

export type { Browser, Page };

/** The headless shell is the same browser without its own windows; it starts in a quarter of the time. */
const USUAL_PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** Characters of one page. */
const LONGEST_PRINTED = 4000;

export function chromiumPath(): string {
  const places = process.env.RF_CHROMIUM ? [process.env.RF_CHROMIUM] : USUAL_PLACES;
  const path = places.find((place) => existsSync(place));
  if (path !== undefined) return path;
  throw new Error(
    `Chromium was not found at ${places.join(' or ')}. Install the Debian package chromium-headless-shell, or set RF_CHROMIUM to its path.`,
  );
}

const launched: Browser[] = [];

export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
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
