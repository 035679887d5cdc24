// Opens a page as one of its readers, with everything that the browser complains about.

import type { Browser, Page } from '../../../../../test/support/chromium.ts';
import { PATIENCE_MS } from '../../../../../test/support/until.ts';
import { AXE_SCRIPT } from './accessibility.ts';
import type { HardWorld, Reader } from './hard-world.ts';
import { inPageScript } from './in-page.ts';
import type { Look } from './pages/look.ts';
import { Requests } from './requests.ts';

type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;

/** The window that pages are opened in. */
export const USUAL = { width: 1440, height: 900 };

export interface Visit {
  page: Page;
  /** Of the page itself. */
  headers: Readonly<Record<string, string>>;
  /** What moved while the page was loading. */
  moved: string[];
  complaints: string[];
}

export interface VisitOptions {
  theme?: 'light' | 'dark';
  width?: number;
  /** Before the page is loaded, in a tab of its own. */
  before?: (page: Page) => Promise<unknown>;
}

/** A tab, with what happens in it. */
interface Tab {
  page: Page;
  complaints: string[];
  requests: Requests;
}

/** One context and one tab for each reader: what the browser has read and compiled once, it has for all pages. */
export class Readers {
  readonly #contexts = new Map<Reader, Promise<BrowserContext>>();
  readonly #free = new Map<Reader, Tab>();
  readonly #browser: Browser;
  readonly #world: HardWorld;
  readonly #script = `${inPageScript()}\n${AXE_SCRIPT}`;

  constructor(browser: Browser, world: HardWorld) {
    this.#browser = browser;
    this.#world = world;
  }

  contextOf(reader: Reader): Promise<BrowserContext> {
    const known = this.#contexts.get(reader) ?? this.#newContext(reader);
    this.#contexts.set(reader, known);
    return known;
  }

  async close(): Promise<void> {
    for (const context of this.#contexts.values()) await (await context).close();
  }

  /** Looks at a page in the tab of its reader, which the next visit takes over. */
  async visit<Result>(
    look: Look,
    { theme = 'light', width = USUAL.width, before }: VisitOptions,
    act: (visit: Visit) => Promise<Result>,
  ): Promise<Result> {
    const tab = (before === undefined && this.#free.get(look.reader)) || (await this.#newTab(look.reader));
    this.#free.delete(look.reader);
    if (look.showsSecret) await this.#signIn(look.reader, await this.contextOf(look.reader));
    const { page } = tab;
    tab.complaints = [];
    await page.setViewportSize({ ...USUAL, width });
    await page.emulateMedia({ colorScheme: theme });
    await page.mouse.move(0, 0);
    await before?.(page);
    const address = this.#world.url + look.path(this.#world);
    const response = (await page.goto(address))!;
    await drawn(tab, look);
    const expected = look.status ?? 200;
    if (response.status() !== expected) tab.complaints.push(`the answer has status ${response.status()}`);
    const isAboutStatus = (complaint: string) =>
      complaint.includes(`responded with a status of ${expected} `);
    tab.complaints = tab.complaints.filter((complaint) => !isAboutStatus(complaint));
    const moved = await inPage(page, 'whatMoved()');
    // The checks measure the page in our font, which is there at once when it has been read before.
    if (before === undefined && !(await page.evaluate('checks.isInOurFont()'))) {
      await page.goto(address);
      await drawn(tab, look);
      moved.push(...(await inPage(page, 'whatMoved()')));
    }
    if (look.open !== undefined && before === undefined) {
      await look.open(page);
      await drawn(tab, look);
    }
    const result = await act({ page, headers: response.headers(), moved, complaints: tab.complaints });
    if (before === undefined) this.#free.set(look.reader, tab);
    else await page.close();
    return result;
  }

  async #newTab(reader: Reader): Promise<Tab> {
    const page = await (await this.contextOf(reader)).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const tab: Tab = { page, complaints: [], requests: new Requests(page) };
    page.on('pageerror', ({ message }) => tab.complaints.push(`an error: ${message}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        tab.complaints.push(`the console says: ${message.text()}`);
    });
    // A page with something that is not saved asks whether to leave it.
    page.on('dialog', (dialog) => void dialog.accept());
    return tab;
  }

  async #newContext(reader: Reader): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ viewport: USUAL });
    await this.#signIn(reader, context);
    await context.addInitScript({ content: this.#script });
    return context;
  }

  async #signIn(reader: Reader, context: BrowserContext): Promise<void> {
    const cookie = await this.#world.cookieOf(reader);
    if (cookie === null) return;
    const [name = '', value = ''] = cookie.split('=', 2);
    await context.addCookies([{ name, value, url: this.#world.url }]);
    // As after a sign-in, so that the header names the reader.
    await context.addInitScript("localStorage.setItem('signed-in', '')");
  }
}

/** Nothing is under way, and the page asked for nothing more while it was drawn. */
async function drawn({ page, requests }: Tab, { loadsForEver }: Look): Promise<void> {
  let before: number;
  do {
    await requests.answered();
    before = requests.asked;
    await page.evaluate(`checks.settled(${loadsForEver === true})`);
  } while (requests.asked !== before);
}

/** What a check that runs in the page found. */
export async function inPage(page: Page, call: string): Promise<string[]> {
  return (await page.evaluate(`checks.${call}`)) as string[];
}
