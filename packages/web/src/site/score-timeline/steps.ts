// The field for the day, and the links to the previous and the next publication and to today.

import { type DatePicker, datePicker } from '../../ui/dates/date-picker.ts';
import { withDay } from './surroundings.ts';

export class Steps {
  readonly #form: HTMLFormElement;
  readonly #field: DatePicker;
  readonly #publishedOn: readonly string[];
  readonly #today: string;

  constructor(
    form: HTMLFormElement,
    publishedOn: readonly string[],
    { first, today }: { first: string; today: string },
    choose: (date: string) => void,
  ) {
    this.#form = form;
    this.#publishedOn = publishedOn;
    this.#today = today;
    this.#field = dayField(form, today, (day) => {
      // The nearest day that has a list, as on the server.
      if (day !== '') choose(day < first ? first : day > today ? today : day);
    });
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('click', (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-step]');
      if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const { day } = link.dataset;
      if (day !== undefined) choose(day);
    });
  }

  show(date: string): void {
    this.#field.show(date);
    this.#lead(
      'prev',
      this.#publishedOn.findLast((day) => day < date),
    );
    this.#lead(
      'next',
      this.#publishedOn.find((day) => day > date),
    );
    this.#lead('today', this.#today);
  }

  #lead(step: string, day: string | undefined): void {
    const link = this.#form.querySelector<HTMLAnchorElement>(`[data-step="${step}"]`);
    if (link === null) return;
    for (const name of ['aria-disabled', 'role']) link.removeAttribute(name);
    if (day === undefined) {
      link.removeAttribute('href');
      delete link.dataset.day;
      // Without an address it would not be a link that can be named.
      link.setAttribute('role', 'link');
      link.setAttribute('aria-disabled', 'true');
    } else {
      link.href = withDay(location.pathname + location.search, day === this.#today ? null : day);
      link.dataset.day = day;
    }
  }
}

/** The server's field takes the date as a text; this one has a calendar too. */
function dayField(form: HTMLFormElement, today: string, onChange: (day: string) => void): DatePicker {
  const picker = datePicker({ value: '', max: today, onChange });
  picker.input.className = 'field';
  picker.input.required = true;
  picker.input.setAttribute('aria-label', 'Day, in UTC');
  form.querySelector('label')?.replaceWith(picker.element);
  return picker;
}
