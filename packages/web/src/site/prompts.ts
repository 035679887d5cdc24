// Fills the prompt templates in with providers that the reader names, with the reader's own key.

import { fillPrompt } from '@rf-indicators/contract/prompts';
import { readResponses } from './prompts/responses.ts';

const form = document.querySelector<HTMLFormElement>('[data-prompt-form]');
if (form !== null) start(form);

function start(form: HTMLFormElement): void {
  // Without this script, the form would send the key in an address.
  form.querySelector('fieldset')!.disabled = false;
  const status = form.querySelector('[role="status"]')!;
  const field = form.elements.namedItem('providers') as HTMLInputElement;
  field.addEventListener('focus', () => void suggestProviders(), { once: true });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const entered = new FormData(form);
    const providers = String(entered.get('providers'))
      .split(/[,;\s]+/)
      .filter((slug) => slug !== '');
    status.textContent = 'Filling in…';
    try {
      await fillAll(providers, String(entered.get('key')).trim());
      status.textContent = `Filled in with ${providers.join(', ')}. Copy each prompt below.`;
    } catch (error) {
      status.textContent = (error as Error).message;
    }
  });
}

async function fillAll(providers: readonly string[], key: string): Promise<void> {
  const read = readResponses(providers, key);
  for (const section of document.querySelectorAll<HTMLElement>('[data-prompt]')) {
    const response = await fetch(`/prompts/${section.dataset.prompt}.md`);
    if (!response.ok) throw new Error('The template was not sent. Try again.');
    const responses = await read(JSON.parse(section.dataset.inputs!));
    section.querySelector('[data-template] code')!.textContent = fillPrompt(await response.text(), responses);
  }
}

async function suggestProviders(): Promise<void> {
  const response = await fetch('/api/public/scores').catch(() => null);
  if (response === null || !response.ok) return;
  const { data } = (await response.json()) as { data: { slug: string; name: string }[] };
  const options = data.map(({ slug, name }) => new Option(name, slug));
  document.querySelector('#prompt-providers')?.replaceChildren(...options);
}
