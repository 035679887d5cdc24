// A link within the application whose address is a text, with its query: it opens without loading the page anew.

import { useRouter } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';

export function PathLink({ to, children }: { to: string; children: ReactNode }) {
  const { history } = useRouter();
  const onClick = (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0);
    if (!isPlain || event.defaultPrevented) return;
    event.preventDefault();
    history.push(to);
  };
  return (
    <a href={to} onClick={onClick}>
      {children}
    </a>
  );
}
