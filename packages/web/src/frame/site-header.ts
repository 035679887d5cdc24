// The header of the site, on pages that have no rail: sign-in, and addresses that lead nowhere. The server puts it into the
// page, hidden, so that it is the header of every other page.

import { useLayoutEffect } from 'react';

let shown = 0;

export function useSiteHeader(): void {
  useLayoutEffect(() => {
    // One such page can come before the other has gone.
    show(1);
    return () => show(-1);
  }, []);
}

function show(more: 1 | -1): void {
  shown += more;
  const header = document.querySelector<HTMLElement>('.site-header');
  if (header !== null) header.hidden = shown === 0;
}
