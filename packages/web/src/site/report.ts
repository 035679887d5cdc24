// The one-page report for entitled members: drivers, the evidence list and what would change the band.

import { showToReader } from './entitled/reader.ts';

void showToReader('data-entitled-report', async (...shown) => {
  const { showReport } = await import('./entitled/report/report.ts');
  await showReport(...shown);
});
