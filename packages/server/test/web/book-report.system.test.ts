// The report of a book on paper and on screen, and the request for scores of its names, in a real browser.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { listMembers } from '@rf-indicators/core/accounts/member-list';
import { findMember } from '@rf-indicators/core/accounts/members';
import { findWorkspace } from '@rf-indicators/core/accounts/workspaces';
import { type Browser, launchChromium } from '../../../../test/support/chromium.ts';
import { startInProcess } from '../../../../test/support/in-process.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';
import { longestBook, reportBook } from '../../../../test/support/report-book.ts';
import { CUSTOMER } from '../../src/demo/customer-history.ts';
import { writeSession } from '../console/served.ts';
import { officeOf } from '../http/customers.ts';

let url: string;
let browser: Browser;
let cookie: string;
let book: string;
/** Its texts are as long as they may be. */
let longest: string;

before(async () => {
  const server = await startInProcess(wholeFile);
  url = server.url;
  const office = await officeOf({ dataDir: server.dataDir, databaseUrl: null }, wholeFile);
  const { desk, masterKey } = office;
  const workspace = (await findWorkspace(desk.store.db, CUSTOMER))!;
  const members = await listMembers(desk.store.db, workspace.id);
  const admin = (await findMember(desk.store.db, members.find(({ role }) => role === 'contract_admin')!.id))!;
  book = await reportBook(desk, masterKey, admin, '2026-09-01');
  longest = await longestBook(desk, masterKey, admin);
  const { id, name } = admin;
  cookie = await writeSession(desk, masterKey, url, { id, name, actingAs: `members/${id}` });
  browser = await launchChromium();
  wholeFile.after(() => browser.close());
});

async function open(
  path: string,
  options: { of?: string; width?: number; colorScheme?: 'light' | 'dark' } = {},
) {
  const { of = book, width = 1440, colorScheme = 'light' } = options;
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const at = cookie.indexOf('=');
  await context.addCookies([{ name: cookie.slice(0, at), value: cookie.slice(at + 1), url }]);
  const page = await context.newPage();
  await page.goto(`${url}/console/larkfield-demo/books/${of}/${path}`);
  return page;
}

/** A4 without its margins, in pixels. */
const SHEET = { width: 688, height: 1016 };

test('the report is two full pages of paper, white in either theme, with nothing cut', async () => {
  const cases = [
    { of: book, colorScheme: 'light' },
    { of: book, colorScheme: 'dark' },
    { of: longest, colorScheme: 'light' },
  ] as const;
  for (const { of, colorScheme } of cases) {
    const page = await open('report?since=2026-10-01', { of, colorScheme });
    await page.getByText('Page 2 of 2').waitFor();
    await page.setViewportSize(SHEET);
    await page.emulateMedia({ media: 'print', colorScheme });
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)!.length, 2);
    const printed = (await page.evaluate(`(() => {
      const box = (one) => one.getBoundingClientRect();
      const sheets = [...document.querySelectorAll('article')];
      const foots = sheets.map((sheet) => box(sheet.querySelector('footer')).bottom - box(sheet).top);
      return {
        ground: getComputedStyle(document.body).backgroundColor,
        hidden: [...document.querySelectorAll('nav, header.site-header, button')].every((one) => !one.checkVisibility()),
        wide: [...document.querySelectorAll('table')].filter((one) => box(one).right > ${SHEET.width} + 1).length,
        heights: sheets.map((sheet) => Math.round(box(sheet).height)),
        feet: foots.map(Math.round),
        ruled: Math.round(box(document.querySelector('article:last-of-type section div div')).height),
      };
    })()`)) as { heights: number[]; feet: number[]; ground: string; hidden: boolean; wide: number };
    const { heights, feet, ...rest } = printed;
    assert.deepEqual([rest.ground, rest.hidden, rest.wide], ['rgb(255, 255, 255)', true, 0]);
    for (const [index, height] of heights.entries()) {
      assert.ok(height <= SHEET.height && height > SHEET.height * 0.98, `sheet ${index + 1}: ${height}`);
      assert.ok(Math.abs(feet[index]! - height) <= 2, `the foot stands at the end of sheet ${index + 1}`);
    }
    await page.context().close();
  }
});

test('names leave the book after a person was told what staff see of them, and their status is shown', async () => {
  const page = await open('coverage');
  const row = page.getByRole('row').filter({ hasText: 'Nakagawa' });
  await row.filter({ hasText: 'not requested' }).waitFor();
  await page.getByRole('button', { name: 'Request scores…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('out of the encrypted book').waitFor();
  await dialog.getByText('how many workspaces asked for it, but not which').waitFor();
  await dialog.getByRole('button', { name: 'Request scores' }).click();
  await row.filter({ hasText: 'received' }).waitFor();
  await page.context().close();
});
