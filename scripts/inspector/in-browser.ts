// Attempts in a browser: a page of the same origin sends the act with the session of the person who is signed in.

import type { Problem } from '@rf-indicators/contract';
import type { ActName } from '@rf-indicators/contract/acts';
import { sessionCookieName, sessionSecret } from '@rf-indicators/core/identity/session-cookie';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { holdPort } from '../../packages/server/src/service/held-port.ts';
import { startConsoleAlone } from '../../packages/server/test/console/console-alone.ts';
import { writeSession } from '../../packages/server/test/console/served.ts';
import { type Browser, launchChromium, type Page } from '../../test/support/chromium.ts';
import { type Desk, MASTER_KEY, type Person } from './desk.ts';
import { asRead, OPERATIONS } from './over-http.ts';
import { SERVICE_ERROR, type Try } from './refusal.ts';

const DAY = 24 * 60 * 60 * 1000;

interface Place {
  browser: Browser;
  page: Page;
  url: string;
}

/** The server and the browser are started once; attempts are made one after another, each on the desk that is set here. */
let desk: Desk;
let started: Promise<Place> | null = null;

async function start(): Promise<Place> {
  const { port } = holdPort();
  const url = `http://localhost:${port}`;
  const secret = sessionSecret(readMasterKey('', MASTER_KEY));
  const limits = { idleMs: DAY, absoluteMs: 30 * DAY };
  await startConsoleAlone(() => desk.services, {
    baseUrl: url,
    port,
    sessions: (baseUrl) => ({
      staff: limits,
      members: limits,
      cookieName: sessionCookieName(baseUrl),
      secret,
    }),
  });
  const browser = await launchChromium();
  const page = await browser.newPage();
  // Any answer of the server is a page of its origin.
  await page.goto(`${url}/`);
  return { browser, page, url };
}

/** The person gets a sign-in and a session; the browser has the cookie. False for nobody, who is not signed in. */
export async function signInBrowser(on: Desk, by: Person | 'nobody'): Promise<boolean> {
  desk = on;
  started ??= start();
  const { page, url } = await started;
  await page.context().clearCookies();
  if (by === 'nobody') return false;
  const { id, name } = on.people[by].actor;
  const person = { id, name, actingAs: `staff/${id}` };
  const cookie = await writeSession(on.context, readMasterKey('', MASTER_KEY), url, person);
  const [cookieName = '', value = ''] = cookie.split('=');
  await page.context().addCookies([{ name: cookieName, value, url, sameSite: 'Lax' }]);
  return true;
}

/** As the person whom signInBrowser signed in. */
export async function performInBrowser(
  on: Desk,
  name: ActName,
  input: object,
  isAltered = false,
): Promise<Try> {
  desk = on;
  const { page } = await started!;
  const { method, path } = OPERATIONS.get(name)!;
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
  const { status, text } = await page.evaluate(
    async (sent) => {
      const response = await fetch(sent.path, {
        method: sent.method,
        ...(sent.method === 'GET'
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: sent.body }),
      });
      return { status: response.status, text: await response.text() };
    },
    { method, path: path + query, body: JSON.stringify(input) },
  );
  if (status < 400) return { refusal: null };
  if (status === 500 && isAltered) return SERVICE_ERROR;
  if (status >= 500) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
  return { refusal: asRead(JSON.parse(text) as Problem) };
}

/** The browser would keep the process alive. */
export async function closeBrowser(): Promise<void> {
  const place = await started;
  await place?.browser.close();
  started = null;
}
