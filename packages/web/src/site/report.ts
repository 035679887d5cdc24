// The one-page report for entitled members: drivers, the evidence list and what would change the band.

import type { Reader } from '@rf-indicators/contract/console';
import { askReader, showRefusal } from './entitled/reader.ts';

const section = document.querySelector<HTMLElement>('[data-entitled-report]');
if (section !== null) void show(section, section.dataset.slug!);

async function show(place: HTMLElement, slug: string): Promise<void> {
  const reader = await askReader();
  if (!reader?.signed_in) return;
  if (reader.refusal !== null) showRefusal(place, reader.refusal);
  else await showAll(place, slug, reader);
}

async function showAll(place: HTMLElement, slug: string, reader: Reader): Promise<void> {
  const { showReport } = await import('./entitled/report/report.ts');
  await showReport(place, slug, reader.may_read);
}
