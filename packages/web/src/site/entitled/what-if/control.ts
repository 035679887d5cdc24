// A form control for one input: a number field with a slider, or a list of options.

import { formatScaled, parseScaled } from '@rf-indicators/engine';
import { inWords } from '../../../ui/format.ts';
import { el } from '../../dom/elements.ts';
import { quantity } from '../figures.ts';

export interface Control {
  element: HTMLElement;
  /** Back to the published value. */
  reset(): void;
  set(value: string): void;
}

export interface Setting {
  id: string;
  label: string;
  /** Null if there is no evidence. */
  published: string | null;
  /** Called with a value that the framework takes. */
  move: (value: string) => void;
}

export function optionControl({ id, published, move }: Setting, options: readonly string[]): Control {
  const choices = options.map((option) => el('option', { value: option }, inWords(option)));
  const none = published === null && el('option', { value: '', disabled: true }, 'no evidence');
  const select = el('select', { class: 'field', id: `what-if-${id}` }, none, ...choices);
  select.addEventListener('change', () => move(select.value));
  const set = (value: string) => {
    select.value = value;
  };
  const reset = () => set(published ?? '');
  reset();
  return {
    element: setting(select, publishedText(published, '')),
    reset,
    set,
  };
}

interface NumberForm {
  /** Decimals. */
  scale: number;
  /** The breakpoints, times 10^scale. The slider goes from the first to the last. */
  inputs: readonly number[];
  unit: string;
}

export function numberControl(
  { id, label, published, move }: Setting,
  { scale, inputs, unit }: NumberForm,
): Control {
  const step = formatScaled(1, scale);
  const ends = { min: formatScaled(inputs[0]!, scale), max: formatScaled(inputs.at(-1)!, scale), step };
  const field = el('input', {
    ...{ class: 'field', id: `what-if-${id}`, inputmode: 'decimal', autocomplete: 'off', maxlength: 20 },
    'aria-describedby': `what-if-${id}-error`,
  });
  const slider = el('input', { type: 'range', 'aria-label': `${label}, slider`, ...ends });
  const error = el('p', { class: 'field-error', id: `what-if-${id}-error`, hidden: true });
  const refuse = (isRefused: boolean) => {
    error.hidden = !isRefused;
    field.setAttribute('aria-invalid', String(isRefused));
    error.textContent = isRefused
      ? `Enter a number with at most ${scale} decimals, such as ${ends.max}.`
      : '';
  };
  const set = (value: string) => {
    field.value = value;
    slider.value = value;
    refuse(false);
  };
  field.addEventListener('input', () => {
    const value = field.value.trim();
    const isRefused = parseScaled(value, scale) === null;
    refuse(isRefused);
    if (isRefused) return;
    slider.value = value;
    move(value);
  });
  slider.addEventListener('input', () => {
    // Browsers write 43.10 as 43.1, and very small steps with an exponent.
    field.value = Number(slider.value).toFixed(scale);
    refuse(false);
    move(field.value);
  });
  const reset = () => set(published ?? '');
  reset();
  const shown = el('div', { class: 'number' }, field, el('span', { class: 'muted' }, unit), slider);
  return { element: setting(shown, publishedText(published, unit), error), reset, set };
}

function setting(...parts: readonly HTMLElement[]): HTMLElement {
  return el('div', { class: 'setting' }, ...parts);
}

function publishedText(published: string | null, unit: string): HTMLElement {
  const value = published === null ? 'no evidence' : quantity(published, unit);
  return el('p', { class: 'small muted' }, `Published: ${value}`);
}
