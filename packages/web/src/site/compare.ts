// The modules of compared providers, for people who may read them and where not everybody sees them.

import { readerOfPage } from './header/reader.ts';

const place = document.querySelector<HTMLElement>('[data-compared]');
const reader = place === null ? null : await readerOfPage();
if (place !== null && reader?.signed_in && reader.refusal === null && reader.may_read.includes('scores')) {
  const { showModules } = await import('./entitled/compared.ts');
  await showModules(place, place.dataset.compared!.split(','));
}
