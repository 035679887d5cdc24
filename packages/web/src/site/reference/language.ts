// The language of the samples, which a reader chooses once for all pages.

const STORED = 'language';

export function rememberLanguage(): void {
  const choices = [...document.querySelectorAll<HTMLInputElement>('.languages [name="language"]')];
  const known = choices.find(({ value }) => value === localStorage.getItem(STORED));
  if (known !== undefined) known.checked = true;
  for (const choice of choices)
    choice.addEventListener('change', () => localStorage.setItem(STORED, choice.value));
}
