// Pages in their other states: with a panel open, a dialog, nothing to show.

import { testLooks } from './checks/looking.ts';
import { STATES } from './checks/page-list.ts';

testLooks(STATES);
