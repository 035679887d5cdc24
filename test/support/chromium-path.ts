// Where Chromium is, and how it is started without a window. Also for programs that are not tests.

import { existsSync } from 'node:fs';

/** The headless shell is the same browser without its own windows; it starts in a quarter of the time. */
const USUAL_PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser'];

export const CHROMIUM_ARGUMENTS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function chromiumPath(): string {
  const places = process.env.RF_CHROMIUM ? [process.env.RF_CHROMIUM] : USUAL_PLACES;
  const path = places.find((place) => existsSync(place));
  if (path !== undefined) return path;
  throw new Error(
    `Chromium was not found at ${places.join(' or ')}. Install the Debian package chromium-headless-shell, or set RF_CHROMIUM to its path.`,
  );
}
