// Icons of the sections: 16 px line drawings.

import type { ReactNode } from 'react';

function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
    >
      {children}
    </svg>
  );
}

export const ICONS = {
  overview: (
    <Icon>
      <path d="M2.500 2.500h11v11h-11zM2.500 6.500h11M6.500 6.500v7" />
    </Icon>
  ),
  keys: (
    <Icon>
      <circle cx="4.500" cy="8" r="2.500" />
      <path d="M7 8h7.500M12 8v3" />
    </Icon>
  ),
  requests: (
    <Icon>
      <path d="M2 4h12M2 8h12M2 12h7" />
    </Icon>
  ),
  webhooks: (
    <Icon>
      <path d="M1.500 8h9M7.500 5l3 3-3 3M14 3v10" />
    </Icon>
  ),
  agents: (
    <Icon>
      <rect x="3" y="5" width="10" height="8" />
      <path d="M8 2v3M6 8.500h.01M10 8.500h.01" />
    </Icon>
  ),
  members: (
    <Icon>
      <circle cx="8" cy="5.500" r="2.500" />
      <path d="M3 14c0-3 2-4.500 5-4.500s5 1.500 5 4.500" />
    </Icon>
  ),
  terms: (
    <Icon>
      <path d="M3.500 1.500h6l3 3v10h-9zM6 8h4M6 11h4" />
    </Icon>
  ),
  audit: (
    <Icon>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.500V8l2.500 2" />
    </Icon>
  ),
  notices: (
    <Icon>
      <path d="M4 12V7a4 4 0 018 0v5zM2.500 12h11M7 14.500h2" />
    </Icon>
  ),
  account: (
    <Icon>
      <rect x="2" y="3" width="12" height="10" />
      <path d="M5 9.500h6M8 6.500h.01" />
    </Icon>
  ),
  approvals: (
    <Icon>
      <path d="M2.500 2.500h11v11h-11zM5 8l2.500 2.500L11.500 6" />
    </Icon>
  ),
} as const;

export type IconName = keyof typeof ICONS;
