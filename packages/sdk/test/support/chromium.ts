// Headless Chromium, and a server of this machine's own that gives it a few files.

import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';

const USUAL_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

export function launchChromium(): Promise<Browser> {
  const places = process.env.RF_CHROMIUM ? [process.env.RF_CHROMIUM] : USUAL_PLACES;
  const executablePath = places.find((place) => existsSync(place));
  if (executablePath === undefined) {
    throw new Error(`No Chromium at ${places.join(' or ')}. Install it, or name the program in RF_CHROMIUM.`);
  }
  return chromium.launch({
    executablePath,
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
}

export interface Served {
  origin: string;
  stop(): Promise<void>;
}

/** Serves exactly the files given, by their exact paths, to this machine only. */
export async function serve(files: ReadonlyMap<string, { type: string; text: string }>): Promise<Served> {
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
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
