// A page of the site in a state that looks different from its others.

import type { Page } from '../../../../../../test/support/chromium.ts';
import type { HardWorld, Reader } from '../hard-world.ts';

export interface Look {
  name: string;
  reader: Reader;
  path: (world: HardWorld) => string;
  /** Opens what is not open when the page is. */
  open?: (page: Page) => Promise<void>;
  /** How many columns stand beside each other, each with edges of its own. */
  columns?: number;
  /** Looked at closely in `npm test` too: focus, touch, forced colours and another width. */
  isClose?: true;
  /** A state of a page that `npm test` visits as it is when it is opened. */
  isState?: true;
  /** It shows a secret, which takes a sign-in within the last ten minutes. */
  showsSecret?: true;
  /** Names of the code that a quoted text has. */
  words?: readonly string[];
  /** The status of its answer, if that is not 200; browsers complain about it. */
  status?: number;
  /** It shows something that loads for ever. */
  loadsForEver?: true;
  /** Pages older than the scale of sizes and distances: theirs are not compared with it. */
  isOlder?: true;
}

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().click();
