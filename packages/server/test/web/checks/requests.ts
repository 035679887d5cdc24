// What a tab asks for, and when all of it has been answered. A stream of events stays open, and is left out.

import type { Page } from '../../../../../test/support/chromium.ts';

export class Requests {
  /** How many there have been. */
  asked = 0;
  readonly #open = new Set<unknown>();
  #wake: () => void = () => {};

  constructor(page: Page) {
    page.on('request', (request) => {
      if (request.resourceType() === 'eventsource') return;
      this.asked += 1;
      this.#open.add(request);
    });
    for (const end of ['requestfinished', 'requestfailed'] as const) {
      page.on(end as 'requestfinished', (request) => {
        this.#open.delete(request);
        if (this.#open.size === 0) this.#wake();
      });
    }
  }

  async answered(): Promise<void> {
    while (this.#open.size > 0)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
  }
}
