// Icons of the sections: 16 px line drawings.

import type { ReactNode } from 'react';
import { ICON_PATHS } from '../charts/glyphs.ts';

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
  entry: (
    <Icon>
      <path d="M2.5 3.5h11M2.5 8h6M2.5 12.5h4M10 13.5l4-4-1.5-1.5-4 4V13.5z" />
    </Icon>
  ),
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
  book: (
    <Icon>
      <path d="M8 3.5C6.5 2.5 4.5 2.5 2 2.5v10c2.5 0 4.5 0 6 1 1.5-1 3.5-1 6-1v-10c-2.5 0-4.5 0-6 1zM8 3.5v10" />
    </Icon>
  ),
  policies: (
    <Icon>
      <path d="M8 1.5l5.5 2v4.2c0 3.2-2.2 5.5-5.5 6.8-3.3-1.3-5.5-3.6-5.5-6.8V3.5zM5.5 8l2 2 3.5-3.5" />
    </Icon>
  ),
  watch: (
    <Icon>
      <path d="M1.5 8C3.2 5 5.4 3.5 8 3.5S12.8 5 14.5 8c-1.7 3-3.9 4.5-6.5 4.5S3.2 11 1.5 8z" />
      <circle cx="8" cy="8" r="2" />
    </Icon>
  ),
  requests: (
    <Icon>
      <path d="M2 4h.01M5 4h9M2 8h.01M5 8h9M2 12h.01M5 12h9" />
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
      <path d={ICON_PATHS.person} />
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
  due: (
    <Icon>
      <path d="M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 1.5v3M10.5 1.5v3" />
    </Icon>
  ),
  home: (
    <Icon>
      <path d="M2.5 7.5L8 3l5.5 4.5M4 6.5v7h8v-7M6.5 13.5v-4h3v4" />
    </Icon>
  ),
  search: (
    <Icon>
      <path d={ICON_PATHS.search} />
    </Icon>
  ),
  approvals: (
    <Icon>
      <path d="M2.5 2.5h11v11h-11zM5 8l2.5 2.5L11.5 6" />
    </Icon>
  ),
  providers: (
    <Icon>
      <path d="M2 14V5l6-3 6 3v9M1 14h14M6.5 14v-3.5h3V14M5 7h.01M8 7h.01M11 7h.01" />
    </Icon>
  ),
  runs: (
    <Icon>
      <path d="M2 13.5h12M3.5 13.5V9M8 13.5V2.5M12.5 13.5V6" />
    </Icon>
  ),
  frameworks: (
    <Icon>
      <path d="M2.5 2.5h11v11h-11zM2.5 6h11M6 6v7.5M6 9.5h7.5" />
    </Icon>
  ),
  issuances: (
    <Icon>
      <path d="M2 3h12v8H9M2 3v8h2M5 6h6M8 10a1.5 1.5 0 10-3 0 1.5 1.5 0 003 0ZM5.5 11.5v3l1-.8 1 .8v-3" />
    </Icon>
  ),
  scoreRequests: (
    <Icon>
      <path d="M2 3.5h12v8H8l-3 2.5v-2.5H2z" />
    </Icon>
  ),
  workspaces: (
    <Icon>
      <path d="M2 5.5h12v8H2zM5.5 5.5V3h5v2.5M2 9h12" />
    </Icon>
  ),
  staff: (
    <Icon>
      <circle cx="6" cy="5.5" r="2.3" />
      <path d="M1.5 14c0-3 1.8-4.5 4.5-4.5s4.5 1.5 4.5 4.5M10.5 3.5a2.2 2.2 0 010 4M12 9.8c1.6.6 2.5 2 2.5 4.2" />
    </Icon>
  ),
  incidents: (
    <Icon>
      <path d="M8 2l6.5 11.5h-13zM8 6.5v3.5M8 11.7h.01" />
    </Icon>
  ),
  log: (
    <Icon>
      <path d="M3 2v12M3 4h4v3h5v3M3 10h4v3h5" />
    </Icon>
  ),
  service: (
    <Icon>
      <rect x="2" y="3" width="12" height="4" />
      <rect x="2" y="9" width="12" height="4" />
      <path d="M4.5 5h.01M4.5 11h.01" />
    </Icon>
  ),
  committee: (
    <Icon>
      <circle cx="8" cy="4" r="2" />
      <circle cx="3.5" cy="6" r="1.5" />
      <circle cx="12.5" cy="6" r="1.5" />
      <path d="M4.5 13.5c0-3 1.4-4.5 3.5-4.5s3.5 1.5 3.5 4.5M1 12c0-2 .9-3 2.5-3M15 12c0-2-.9-3-2.5-3" />
    </Icon>
  ),
  fold: (
    <Icon>
      <path d="M6 3.5L10.5 8 6 12.5" />
    </Icon>
  ),
  menu: (
    <Icon>
      <path d="M2 4h12M2 8h12M2 12h12" />
    </Icon>
  ),
} as const;

export type IconName = keyof typeof ICONS;
