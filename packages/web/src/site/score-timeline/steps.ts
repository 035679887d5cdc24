// The field for the day, and the links to the previous and the next publication and to today.

import { withDay } from './surroundings.ts';

export class Steps {
  readonly #form: HTMLFormElement;
  readonly #publishedOn: readonly string[];
  readonly #today: string;

  constructor(
    form: HTMLFormElement,
    publishedOn: readonly string[],
    today: string,
    choose: (date: string) => void,
  ) {
    this.#form = form;
    this.#publishedOn = publishedOn;
    this.#today = today;
    const field = this.#field;
    form.addEventListener('submit', (event) => event.preventDefault());
    field.addEventListener('change', () => {
      // While somebody types, it can hold a day that has no list.
      if (field.value !== '' && field.validity.valid) choose(field.value);
    });
    form.addEventListener('click', (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-step]');
      if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      const { day } = link.dataset;
      if (day !== undefined) choose(day);
    });
  }

  get #field(): HTMLInputElement {
    return this.#form.elements.namedItem('as_of') as HTMLInputElement;
  }

  show(date: string): void {
    if (this.#field.value !== date) this.#field.value = date;
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
