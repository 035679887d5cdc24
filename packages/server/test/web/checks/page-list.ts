// Every page of the site, in the states that look different. A new page is one line in the file of its area.

import { CONSOLE } from './pages/console-pages.ts';
import { DESK } from './pages/desk-pages.ts';
import type { Look } from './pages/look.ts';
import { PUBLIC } from './pages/public-pages.ts';

const LOOKS: readonly Look[] = [...PUBLIC, ...CONSOLE, ...DESK];
/** As they are when they are opened. */
export const PAGES: readonly Look[] = LOOKS.filter((look) => look.isState !== true);
export const STATES: readonly Look[] = LOOKS.filter((look) => look.isState === true);
