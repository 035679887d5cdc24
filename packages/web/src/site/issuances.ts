// The page of issuances for people who signed in. It asks once who reads, and loads the list for those who may read it.

import { showToReader } from './entitled/reader.ts';

void showToReader('data-issuances', async (place) => {
  const { showIssuances } = await import('./issuances/issuances.ts');
  await showIssuances(place);
});
