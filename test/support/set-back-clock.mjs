// Preloaded into a server: while the file RF_TEST_SET_BACK exists, its clock is a day behind, in every thread.

import { existsSync } from 'node:fs';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.now;
Date.now = () => now() - (existsSync(process.env.RF_TEST_SET_BACK) ? DAY : 0);
