// The provider page for people who signed in. The page itself is the same for everyone; this asks once who reads, and
// loads the rest only for those who may read it.

import type { Reader } from '@rf-indicators/contract/console';
import { askReader, showRefusal } from './entitled/reader.ts';

const section = document.querySelector<HTMLElement>('[data-entitled]');
if (section !== null) void show(section, section.dataset.slug!);

async function show(place: HTMLElement, slug: string): Promise<void> {
  const reader = await askReader();
  if (!reader?.signed_in) return;
  if (reader.refusal !== null) showRefusal(place, reader.refusal);
  else await showAll(place, slug, reader);
}

async function showAll(place: HTMLElement, slug: string, reader: Reader): Promise<void> {
  const { showEntitled } = await import('./entitled/entitled.ts');
  await showEntitled(place, slug, reader.may_read);
}
