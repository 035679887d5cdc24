// The desk of the demo in real Chromium, with people who are signed in.

import assert from 'node:assert/strict';
import { type Browser, launchChromium, type Page } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { cleanUp, wholeFile } from '../../../../test/support/lifetime.ts';
import { PATIENCE_MS } from '../../../../test/support/until.ts';
import { type DemoPerson, readCredentialsFile } from '../../src/demo/credentials-file.ts';
import { heading, until } from './site.ts';

export type Role = DemoPerson['roles'][number];

export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any act
  json: any;
}

export interface DemoDesk {
  url: string;
  dataDir: string;
  /** What pages threw, and what the content security policy refused. */
  complaints: string[];
  browser: Browser;
  /** A page of somebody with this role or address, in a browser of its own. */
  signIn(
    person: Role | `${string}@demo.example`,
    path: string,
    options?: Parameters<Browser['newContext']>[0],
  ): Promise<Page>;
}

export async function openDemoDesk(env: Record<string, string> = {}): Promise<DemoDesk> {
  const { url, dataDir } = await startInProcess(wholeFile, { env });
  const { people } = readCredentialsFile(dataDir)!;
  const browser = await launchChromium();
  cleanUp(wholeFile, () => browser.close());
  const complaints: string[] = [];
  return {
    url,
    dataDir,
    complaints,
    browser,
    async signIn(person, path, options = {}) {
      const { email, password } = people!.find(
        (one) => one.email === person || one.roles.includes(person as Role),
      )!;
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      page.on('pageerror', ({ message }) => complaints.push(message));
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) complaints.push(message.text());
      });
      await page.goto(`${url}${path}`);
      await page.fill('input[name=email]', email);
      await page.fill('input[name=password]', password);
      await page.click('button[type=submit]');
      // Until it has gone, requests of the page have no session.
      await page.locator('input[name=password]').waitFor({ state: 'detached' });
      return page;
    },
  };
}

/** Performs an act as a page would, with its session and without the page. */
export function callByHand(page: Page, act: string, input: object): Promise<Answered> {
  return page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(path!, { method: 'POST', headers, body: body! });
      return { status: response.status, json: await response.json() };
    },
    [`/api/console/${act.replace('.', '/')}`, JSON.stringify(input)],
  );
}

export async function doByHand(page: Page, act: string, input: object): Promise<Answered['json']> {
  const { status, json } = await callByHand(page, act, input);
  assert.equal(status, 200, `${act}: ${JSON.stringify(json)}`);
  return json;
}

/** Performs a read, which is a GET. */
export function readByHand(
  page: Page,
  act: string,
  query: Record<string, string> = {},
): Promise<Answered['json']> {
  return page.evaluate(
    async (path) => (await fetch(path)).json(),
    `/api/console/${act.replace('.', '/')}?${new URLSearchParams(query)}`,
  );
}

/** Approves the open proposal of an input, with its document opened. */
export async function approveProposal(reviewer: Page, input: string): Promise<void> {
  const { data } = await readByHand(reviewer, 'inputs.list', { status: 'open', limit: '1000' });
  const found = data.find((proposal: { input: string }) => proposal.input === input);
  await doByHand(reviewer, 'evidence.open', { evidence: found.evidence.id });
  await doByHand(reviewer, 'inputs.approve', { proposals: [found.id] });
}

/** Names no value, no points and no rule. */
export const RATIONALE =
  'The documents that the provider published changed our view of its controls. Broader approval of transfers would raise the score, and weaker custody of the assets would lower it.';

/** Writes and reviews the rationale of all that is news of a draft or a withdrawal. */
export async function explainByHand(
  author: Page,
  reviewer: Page,
  about: { run: string } | { withdrawal: string },
): Promise<void> {
  const { data } = await readByHand(author, 'rationales.list', about);
  for (const { slug, required, status } of data) {
    if (!required || status !== 'missing') continue;
    const which = 'run' in about ? { ...about, providers: [slug] } : about;
    const written = await doByHand(author, 'rationales.write', { ...which, text: RATIONALE });
    const rationales = written.data.map(({ id }: { id: string }) => id);
    await doByHand(reviewer, 'rationales.review', { rationales, decision: 'approved', confirms: true });
  }
}

/** Has the committee accept what it decides: everybody votes for it, the last one as its chair, who has read the evidence. */
export async function acceptByHand(voters: readonly Page[], ids: readonly string[]): Promise<void> {
  const chair = voters.at(-1)!;
  for (const matter of ids) {
    const { inputs } = await readByHand(chair, 'committee.show', { matter });
    for (const { evidence_id, document } of inputs) {
      if (document === null) continue;
      await doByHand(chair, 'evidence.open', { evidence: evidence_id });
      await doByHand(chair, 'evidence.shown', { evidence: evidence_id, how: 'page' });
    }
    for (const voter of voters) {
      const { seen } = await readByHand(voter, 'committee.show', { matter });
      const minute = voter === voters[0] ? { minute: 'The committee met and read the draft.' } : {};
      await doByHand(voter, 'committee.vote', { matters: [{ matter, seen }], vote: 'for', ...minute });
    }
  }
}

/** Withdraws the indicator of a provider, by its slug: asked for, explained and accepted by the committee. */
export async function withdrawByHand(desk: DemoDesk, provider: string): Promise<void> {
  const roles = ['operator', 'analyst', 'reviewer', 'chief_risk_officer'] as const;
  const pages: Page[] = [];
  for (const role of roles) pages.push(await desk.signIn(role, '/desk'));
  for (const page of pages) await heading(page, 'Home').waitFor();
  const [operator, ...voters] = pages as [Page, Page, Page, Page];
  const { matter } = await doByHand(operator, 'withdrawals.request', {
    provider,
    reason: 'The attestation was recalled.',
  });
  await explainByHand(voters[0], voters[1], { withdrawal: matter });
  await acceptByHand(voters, [matter]);
}

/** The matters of a draft that are open. */
export async function openMatters(page: Page, run: string): Promise<string[]> {
  const { data } = await readByHand(page, 'committee.list', { run, state: 'open', limit: '1000' });
  return data.map(({ matter }: { matter: string }) => matter);
}

/** Waits until the public list says this of a provider: a publication is rendered within a second. */
export async function scoresShow(
  reader: Page,
  { url }: DemoDesk,
  provider: string,
  text: RegExp,
): Promise<void> {
  const row = reader.getByRole('row').filter({ hasText: provider });
  await reader.goto(`${url}/`);
  await until(async () => {
    // Other than a visit, a reload does not use what the browser has kept.
    await reader.reload();
    return text.test(await row.innerText());
  }, `the list of scores says it of ${provider}`);
}
