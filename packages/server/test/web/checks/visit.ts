// Opens a page as one of its readers, with everything that the browser complains about.

import type { Browser, Page } from '../../../../../test/support/chromium.ts';
import { PATIENCE_MS } from '../../../../../test/support/until.ts';
import type { HardWorld, Reader } from './hard-world.ts';
import { inPageScript } from './in-page.ts';
import type { Look } from './page-list.ts';

type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;

export interface Visit {
  page: Page;
  /** Of the page itself. */
  headers: Readonly<Record<string, string>>;
  /** What moved while the page was loading. */
  moved: string[];
  complaints: string[];
}

/** One context for each reader: what the browser has cached once, it has for all pages. */
export class Readers {
  readonly #contexts = new Map<Reader, Promise<BrowserContext>>();
  readonly #browser: Browser;
  readonly #world: HardWorld;
  readonly #script = inPageScript();

  constructor(browser: Browser, world: HardWorld) {
    this.#browser = browser;
    this.#world = world;
  }

  contextOf(reader: Reader): Promise<BrowserContext> {
    const known = this.#contexts.get(reader) ?? this.#newContext(reader);
    this.#contexts.set(reader, known);
    return known;
  }

  async visit(look: Look, before: (page: Page) => Promise<unknown> = async () => {}): Promise<Visit> {
    const page = await (await this.contextOf(look.reader)).newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const complaints: string[] = [];
    page.on('pageerror', ({ message }) => complaints.push(`an error: ${message}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        complaints.push(`the console says: ${message.text()}`);
    });
    await before(page);
    const response = await page.goto(this.#world.url + look.path(this.#world));
    await page.evaluate('checks.settled()');
    const moved = await inPage(page, 'whatMoved()');
    if (look.open !== undefined) {
      await look.open(page);
      await page.evaluate('checks.settled()');
    }
    return { page, headers: response!.headers(), moved, complaints };
  }

  async #newContext(reader: Reader): Promise<BrowserContext> {
    const { url } = this.#world;
    const context = await this.#browser.newContext({ viewport: { width: 1440, height: 900 } });
    const cookie = await this.#world.cookieOf(reader);
    if (cookie !== null) {
      const [name = '', value = ''] = cookie.split('=', 2);
      await context.addCookies([{ name, value, url }]);
    }
    await context.addInitScript({ content: this.#script });
    return context;
  }
}

/** What a check that runs in the page found. */
export async function inPage(page: Page, call: string): Promise<string[]> {
  return (await page.evaluate(`checks.${call}`)) as string[];
}
