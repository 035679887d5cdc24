// The header of the site, on pages that have no rail: sign-in, and addresses that lead nowhere. The server puts it into the
// page as a template, so that it is the header of every other page.

import { useLayoutEffect } from 'react';

let users = 0;
let header: HTMLElement | null = null;

export function useSiteHeader(): void {
  useLayoutEffect(() => {
    // One such page can come before the other has gone.
    users += 1;
    header ??= insertHeader();
    return () => {
      users -= 1;
      if (users > 0) return;
      header?.remove();
      header = null;
    };
  }, []);
}

/** null without a server, which has the template. */
function insertHeader(): HTMLElement | null {
  const template = document.querySelector<HTMLTemplateElement>('#site-header');
  const made = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  if (made === undefined) return null;
  const themes = made.querySelector<HTMLSelectElement>('[data-theme-switch]');
  if (themes !== null) themes.value = document.documentElement.dataset.theme ?? '';
  document.body.prepend(made);
  return made;
}
