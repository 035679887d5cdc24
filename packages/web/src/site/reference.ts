// Makes a page of the API reference come alive: the language of the samples is remembered, and a form sends the request.

import { copyWith } from './dom/copy.ts';
import { rememberLanguage } from './reference/language.ts';
import { addTrial } from './reference/trial.ts';

rememberLanguage();
const calls = document.querySelector<HTMLElement>('[data-call]');
const form = document.querySelector<HTMLFormElement>('[data-try]');
if (calls !== null && form !== null) addTrial(form, calls);

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest<HTMLElement>('[data-copy-code]');
  if (button === null) return;
  const shown = [...button.closest('section, [data-answer]')!.querySelectorAll('pre')].find((each) =>
    each.checkVisibility(),
  );
  void copyWith(button, shown?.textContent ?? '');
});
