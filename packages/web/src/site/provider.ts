// The provider page for people who signed in. The page itself is the same for everyone; this asks once who reads, and
// loads the rest only for those who may read it.

import { showToReader } from './entitled/reader.ts';

void showToReader('data-entitled', async (...shown) => {
  const { showEntitled } = await import('./entitled/entitled.ts');
  await showEntitled(...shown);
});
