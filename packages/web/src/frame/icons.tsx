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
      <path d="M2.5 2.5h11v11h-11zM2.5 6.5h11M6.5 6.5v7" />
    </Icon>
  ),
  keys: (
    <Icon>
      <circle cx="4.5" cy="8" r="2.5" />
      <path d="M7 8h7.5M12 8v3" />
    </Icon>
  ),
  requests: (
    <Icon>
      <path d="M2 4h12M2 8h12M2 12h7" />
    </Icon>
  ),
  webhooks: (
    <Icon>
      <path d="M1.5 8h9M7.5 5l3 3-3 3M14 3v10" />
    </Icon>
  ),
  agents: (
    <Icon>
      <rect x="3" y="5" width="10" height="8" />
      <path d="M8 2v3M6 8.5h.01M10 8.5h.01" />
    </Icon>
  ),
  members: (
    <Icon>
      <circle cx="8" cy="5.5" r="2.5" />
      <path d="M3 14c0-3 2-4.5 5-4.5s5 1.5 5 4.5" />
    </Icon>
  ),
  terms: (
    <Icon>
      <path d="M3.5 1.5h6l3 3v10h-9zM6 8h4M6 11h4" />
    </Icon>
  ),
  audit: (
    <Icon>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.5V8l2.5 2" />
    </Icon>
  ),
  notices: (
    <Icon>
      <path d="M4 12V7a4 4 0 018 0v5zM2.5 12h11M7 14.5h2" />
    </Icon>
  ),
  account: (
    <Icon>
      <rect x="2" y="3" width="12" height="10" />
      <path d="M5 9.5h6M8 6.5h.01" />
    </Icon>
  ),
  approvals: (
    <Icon>
      <path d="M2.5 2.5h11v11h-11zM5 8l2.5 2.5L11.5 6" />
    </Icon>
  ),
  menu: (
    <Icon>
      <path d="M2 4h12M2 8h12M2 12h12" />
    </Icon>
  ),
} as const;

export type IconName = keyof typeof ICONS;
