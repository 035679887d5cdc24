// Fills the prompt templates in with providers that the reader names, with the reader's own key.

import { fillPrompt } from '@rf-indicators/contract/prompts';

const PATHS: Readonly<Record<string, (slug: string) => string>> = {
  getScore: (slug) => `/api/v1/scores/${slug}`,
  getScoreHistory: (slug) => `/api/v1/scores/${slug}/history?limit=20`,
  getScoreChanges: (slug) => `/api/v1/scores/${slug}/changes`,
  getChangelog: () => '/api/public/changelog?limit=50',
};

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

interface NeededInput {
  name: string;
  operation: string;
  many: boolean;
}

type ReadResponses = (inputs: readonly NeededInput[]) => Promise<Record<string, unknown>>;

/** The responses of the API that fill a prompt. Each is asked for once. */
function readResponses(providers: readonly string[], key: string): ReadResponses {
  const asked = new Map<string, Promise<unknown>>();
  const ask = (path: string) => {
    const known = asked.get(path) ?? get(path, key);
    asked.set(path, known);
    return known;
  };
  return async (inputs) => {
    const responses: Record<string, unknown> = {};
    for (const { name, operation, many } of inputs) {
      const pathOf = PATHS[operation];
      if (pathOf === undefined) throw new Error(`This page cannot ask for ${operation}.`);
      const paths = (many ? providers : providers.slice(0, 1)).map((slug) =>
        pathOf(encodeURIComponent(slug)),
      );
      const found = await Promise.all(paths.map(ask));
      responses[name] = many ? found : found[0];
    }
    return responses;
  };
}

async function get(path: string, key: string): Promise<unknown> {
  const response = await fetch(path, {
    headers: path.startsWith('/api/public/') ? {} : { 'x-api-key': key },
  });
  const body = await response.json();
  if (!response.ok)
    throw new Error(`${body.title ?? 'The request was refused'}: ${body.detail ?? response.status}`);
  return body;
}
