// The pages in real Chromium, on a small store that is served over HTTP.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ActName, MemberRole } from '@rf-indicators/contract/acts';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import type { Called } from '../../../../test/support/described.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS, until as untilHolds } from '../../../../test/support/until.ts';
import { holdPort } from '../../src/service/held-port.ts';
import { type Person, type Served, serveSmallStore } from '../console/served.ts';

export const PASSWORD = 'marmalade tractor violet';
/** Playwright would wait for a button that is not allowed to be pressed. */
export const INERT = { force: true };

export type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;
export type ContextOptions = Parameters<Browser['newContext']>[0];

export interface Opened {
  context: BrowserContext;
  page: Page;
}

export interface Site {
  url: string;
  served: Served;
  /** What pages threw, and what the content security policy refused. */
  complaints: string[];
  /** A browser of its own, of somebody who is signed in or of nobody. */
  open(person?: Person | null, options?: ContextOptions): Promise<Opened>;
  /** An act of staff or of a member, over HTTP with their token; fails unless it is allowed. */
  act(name: ActName, input: object, person?: Person): Promise<Called['json']>;
  /** Somebody who signs in with an address and PASSWORD. */
  join(role: MemberRole, email: string): Promise<void>;
}

export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  const built = new URL('../../../web/dist/index.html', import.meta.url);
  if (!existsSync(built)) await import('../../../web/build/build.ts');
  const { port } = holdPort();
  // Passkeys need a host name.
  const url = `http://localhost:${port}`;
  const served = await serveSmallStore(wholeFile, { env: { PORT: String(port), RF_BASE_URL: url, ...env } });
  const browser = await launchChromium();
  cleanUp(wholeFile, () => browser.close());
  const complaints: string[] = [];

  const act: Site['act'] = async (name, input, person = served.staff.operator) => {
    const { status, json } = await served.client.act(name, input, { token: person.token });
    assert.equal(status, 200, `${name}: ${JSON.stringify(json)}`);
    return json;
  };
  return {
    url,
    served,
    complaints,
    act,
    async open(person = null, options = {}) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      if (person !== null) {
        const [name = '', value = ''] = (await served.sessionOf(person)).split('=');
        await context.addCookies([{ name, value, url }]);
      }
      context.on('page', (page) => listen(page, complaints));
      return { context, page: await context.newPage() };
    },
    async join(role, email) {
      const admin = served.members.Acorn.contract_admin;
      const { invitation } = await act('members.invite', { name: `Joined ${role}`, role, email }, admin);
      const { link } = await act('sign_ins.show_link', { invitation });
      const body = { code: String(link).split('#')[1], password: PASSWORD };
      const { json } = await served.client.auth('POST', '/invitations/claim', { body });
      await act('members.confirm', { person: `Joined ${role}`, check: json.check }, admin);
    },
  };
}

function listen(page: Page, complaints: string[]): void {
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
  });
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
export const dialog = (page: Page) => page.getByRole('dialog');

export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await button(page, 'Sign in').first().click();
}

/** Opens the link as the person who got it; returns the check number. */
export async function claim(page: Page, link: string, workspace: string): Promise<string> {
  await page.goto(link);
  await heading(page, `Join ${workspace}`).waitFor();
  await page.getByLabel('New password').fill(PASSWORD);
  await button(page, `Join ${workspace}`).click();
  await heading(page, /^Tell this number to/).waitFor();
  return page.locator('h1 + p').innerText();
}

/** The secret on the page is stored. */
export async function stored(page: Page): Promise<void> {
  await page.getByLabel('I have stored it').check();
  await button(page, 'Done').click();
}

export async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  await untilHolds(what, holds);
}

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** A receiver of webhooks on this machine. */
export async function receiver(answer: Answer = {}): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push({ headers: request.headers, body });
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(wholeFile, () => server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}
