// The page of issuances for people who signed in. It asks once who reads, and loads the list for those who may read it.

import { askReader, showRefusal } from './entitled/reader.ts';

const section = document.querySelector<HTMLElement>('[data-issuances]');
if (section !== null) void show(section);

async function show(place: HTMLElement): Promise<void> {
  const reader = await askReader();
  if (!reader?.signed_in) return;
  if (reader.refusal !== null) return showRefusal(place, reader.refusal);
  const { showIssuances } = await import('./issuances/issuances.ts');
  await showIssuances(place);
}
