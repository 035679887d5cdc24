// "Try it": sends the request of the page to this service and shows the answer. The key is in the field and nowhere else.

import {
  addressOf,
  type CallInput,
  type DescribedCall,
  type Language,
  sampleOf,
} from '@rf-indicators/contract/call-samples';
import { showAnswer, showFailure } from './answer.ts';

export function addTrial(form: HTMLFormElement, calls: HTMLElement): void {
  const call: DescribedCall = JSON.parse(calls.dataset.call!);
  const shown = form.querySelector<HTMLFieldSetElement>('fieldset')!;
  const button = form.querySelector<HTMLButtonElement>('button:not([type])')!;
  const key = form.querySelector<HTMLInputElement>('[data-key]');
  const body = form.querySelector<HTMLTextAreaElement>('[data-body]');
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-parameter]')];
  // What is required has an example, so that the first press answers something.
  for (const field of fields) {
    const parameter = call.parameters.find(({ name }) => name === field.dataset.parameter);
    if (field.value === '' && parameter?.isRequired) field.value = parameter.example;
  }
  // A browser may not fill the fields in before this script runs, nor send the form by itself.
  shown.disabled = false;

  const entered = (): CallInput => {
    const values = Object.fromEntries(fields.map((field) => [field.dataset.parameter!, field.value]));
    return body === null ? { values } : { values, body: parsed(body.value) ?? undefined };
  };
  form.addEventListener('input', () => writeSamples(calls, call, entered()));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const wrong = key !== null && key.value.trim() === '' ? 'Enter an API key.' : wrongBody(body);
    if (wrong !== null) return showFailure(wrong);
    button.disabled = true;
    button.textContent = 'Sending…';
    await send(call, entered(), key?.value.trim() ?? null, body?.value ?? null);
    button.disabled = false;
    button.textContent = 'Send';
  });
}

function writeSamples(calls: HTMLElement, call: DescribedCall, input: CallInput): void {
  for (const sample of calls.querySelectorAll<HTMLElement>('[data-language]')) {
    const language = sample.dataset.language as Language;
    const text = sampleOf(call, language, input).trimEnd();
    sample.querySelector('code')!.textContent = text;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function wrongBody(body: HTMLTextAreaElement | null): string | null {
  return body !== null && parsed(body.value) === null ? 'The body is not valid JSON.' : null;
}

async function send(
  call: DescribedCall,
  input: CallInput,
  key: string | null,
  body: string | null,
): Promise<void> {
  const headers: Record<string, string> = {};
  if (key !== null) headers['x-api-key'] = key;
  if (body !== null) headers['content-type'] = 'application/json';
  const started = performance.now();
  try {
    const response = await fetch(addressOf(call, input), {
      method: call.method,
      headers,
      body,
      // A session is not part of a call with a key, and an answer from the cache of the browser would say nothing.
      credentials: 'omit',
      cache: 'no-store',
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    showAnswer(response, bytes, Math.round(performance.now() - started));
  } catch (error) {
    // A character that no header can have, or no connection.
    showFailure(
      error instanceof TypeError && key !== null && /[^\x21-\x7e]/.test(key)
        ? 'The key has a character that no API key has.'
        : `The service at ${location.origin} did not answer. Check your connection, and try again.`,
    );
  }
}
