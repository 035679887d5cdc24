// Says below the day that its list could not be read, and lets the reader try again.

import { writtenDate } from '../../charts/dates.ts';
import { button, el } from '../dom/elements.ts';

interface Unread {
  date: string;
  /** The day whose list is still shown. */
  listed: string;
  again: () => void;
}

/** null once a list was read. */
export function sayUnread(form: HTMLFormElement, unread: Unread | null): void {
  document.querySelector('[data-unread]')?.remove();
  if (unread === null) return;
  const { date, listed } = unread;
  const rest = date === listed ? ' again' : `; you still see that of ${writtenDate(listed)}`;
  const words = `The list of ${writtenDate(date)} could not be read${rest}. `;
  form.after(
    el(
      'p',
      { class: 'unread', role: 'alert', 'data-unread': true },
      words,
      button('Try again', unread.again),
    ),
  );
}
