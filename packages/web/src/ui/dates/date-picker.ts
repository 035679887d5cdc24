// A field for a date: a text such as "22 Jul 2026" and a calendar. Browsers write the dates of their own fields in the
// language of the computer, so that the same page would show two forms. Made of elements, so that the application and the
// scripts of the public pages have the same field.

import { dayAfterKey, inMonth, isoDay, readDate, weeksOf, writtenDate, writtenMonth } from './civil-dates.ts';

export interface DatePicker {
  element: HTMLElement;
  input: HTMLInputElement;
  /** Of the form 2026-07-22; empty for none. */
  show(value: string): void;
}

export interface PickerOptions {
  value: string;
  /** The last day that can be chosen in the calendar. */
  max?: string | undefined;
  onChange: (value: string) => void;
}

const HOW = 'Write the date as 22 Jul 2026.';
const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];

export function datePicker({ value, max, onChange }: PickerOptions): DatePicker {
  let chosen = value;
  let focused = '';
  const input = make('input', {
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: '22 Jul 2026',
  });
  const opener = make('button', {
    type: 'button',
    class: 'date-open',
    'aria-label': 'Choose a date',
    'aria-expanded': 'false',
  });
  opener.append(icon());
  const calendar = make('div', { class: 'date-calendar', role: 'dialog', 'aria-label': 'Calendar' });
  const element = make('span', { class: 'date-field' }, input, opener);

  const take = (day: string) => {
    chosen = day;
    input.setCustomValidity('');
    onChange(day);
  };
  const close = () => {
    calendar.remove();
    opener.setAttribute('aria-expanded', 'false');
  };
  const draw = (day: string, moveFocus: boolean) => {
    focused = day;
    calendar.replaceChildren(...monthOf(day));
    if (moveFocus) calendar.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };
  const open = () => {
    element.append(calendar);
    opener.setAttribute('aria-expanded', 'true');
    draw(chosen === '' ? (max ?? isoDay(Date.now())) : chosen, true);
  };

  function monthOf(day: string): HTMLElement[] {
    const month = day.slice(0, 7);
    const turn = (label: string, sign: string, months: number) => {
      const button = make('button', { type: 'button', 'aria-label': label }, sign);
      button.addEventListener('click', () => draw(inMonth(focused, months), false));
      return button;
    };
    const head = make(
      'div',
      { class: 'date-head' },
      turn('Month before', '‹', -1),
      make('span', { 'aria-live': 'polite' }, writtenMonth(month)),
      turn('Next month', '›', 1),
    );
    const days = weeksOf(month).map((week) =>
      make('tr', {}, ...week.map((one) => make('td', {}, ...dayButton(one, day)))),
    );
    const names = WEEKDAYS.map((name) => make('th', { scope: 'col' }, name));
    const table = make('table', {}, make('thead', {}, make('tr', {}, ...names)), make('tbody', {}, ...days));
    return [head, table];
  }

  function dayButton(day: string | null, current: string): HTMLElement[] {
    if (day === null) return [];
    const button = make(
      'button',
      { type: 'button', 'aria-label': writtenDate(day), tabindex: day === current ? '0' : '-1' },
      String(Number(day.slice(8))),
    );
    if (day === chosen) button.setAttribute('aria-pressed', 'true');
    if (max !== undefined && day > max) button.disabled = true;
    button.addEventListener('click', () => {
      take(day);
      input.value = writtenDate(day);
      close();
      opener.focus();
    });
    return [button];
  }

  opener.addEventListener('click', () => (calendar.isConnected ? close() : open()));
  input.addEventListener('input', () => {
    const day = input.value.trim() === '' ? '' : readDate(input.value);
    if (day === null) input.setCustomValidity(HOW);
    else take(day);
  });
  input.addEventListener('blur', () => {
    if (input.validity.customError) return;
    input.value = chosen === '' ? '' : writtenDate(chosen);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' || !event.altKey) return;
    event.preventDefault();
    open();
  });
  calendar.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      // The dialog around it stays open.
      event.stopPropagation();
      close();
      opener.focus();
    }
    const isDay = (event.target as Element).closest('td') !== null;
    const to = isDay ? dayAfterKey(focused, event.key) : null;
    if (to === null) return;
    event.preventDefault();
    if (max === undefined || to <= max) draw(to, true);
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    // Redrawing the month takes the focus away for a moment, to nowhere.
    if (relatedTarget !== null && !element.contains(relatedTarget as Node)) close();
  });

  const show = (day: string) => {
    const isTyping = document.activeElement === input;
    if (day === chosen && (isTyping || input.value !== '')) return;
    chosen = day;
    input.setCustomValidity('');
    if (!isTyping) input.value = day === '' ? '' : writtenDate(day);
  };
  input.value = value === '' ? '' : writtenDate(value);
  return { element, input, show };
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

function icon(): Element {
  const drawing = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  drawing.setAttribute('viewBox', '0 0 16 16');
  drawing.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.5v3M10.5 1.5v3');
  drawing.append(path);
  return drawing;
}
