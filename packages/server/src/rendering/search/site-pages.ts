// The pages of the site that are neither guides nor operations, for the search.

import type { SearchEntry } from '@rf-indicators/contract/full-text-search';

/** Title, address, and what it is for in the words that people may type. */
const PAGES: readonly (readonly [title: string, address: string, text: string])[] = [
  ['Scores', '/', 'The scores of all providers, as a list to filter and sort.'],
  ['Compare providers', '/compare', 'Up to ten providers of a portfolio side by side.'],
  ['Changes', '/changelog', 'What changed about indicators: band changes first, also as feeds.'],
  ['Changes week by week', '/changes/weeks', 'What changed in each week, also as a weekly feed.'],
  ['Methodology', '/methodology', 'The current framework: weights, criteria, hard rules and bands.'],
  [
    'Why believe this',
    '/why',
    'A score computed again in your browser, one byte changed, and its place in the log.',
  ],
  ['Verify', '/verify', 'Check a published indicator by its verification id, a memo, or a package.'],
  ['Access', '/access', 'What each tier may read, what it costs in requests, and how to get a key.'],
  ['Request a score', '/request', 'Ask for the score of a provider that has none.'],
  ['Status', '/status', 'Whether the service works, its uptime, incidents, and how fresh its data is.'],
  ['Issuances', '/issuances', 'Upcoming issuances, for signed-in members.'],
  ['Sign in', '/sign-in', 'The console of customers and the desk of the staff.'],
  ['Client packages', '/clients/', 'The clients for JavaScript and Python, to install from here.'],
  ['Prompts', '/prompts', 'Prompt templates for language models that write about indicators.'],
  ['API terms', '/terms/api', 'What you may do with the data.'],
  ['Agent terms', '/terms/agent', 'What programs that use the agent tools may do.'],
  ['API reference', '/docs/api', 'Every operation of the API, to try with your own key. OpenAPI.'],
  ['Operations of the console', '/docs/api/console', 'What members and staff can do, for programs.'],
  ['Guides', '/docs', 'From a first call to running the service.'],
  ['All pages', '/docs/pages', 'Every page, endpoint and feed of this service.'],
];

/** Other names that people know pages, guides and their parts by. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  '/access': ['Pricing', 'Price', 'Plans', 'Sign up', 'Tiers'],
  '/clients/': ['SDK', 'Library', 'Download'],
  '/compare': ['Portfolio', 'Watchlist'],
  '/why': ['Specimens', 'Proof', 'Trust', 'Recompute'],
  '/status': ['SLA', 'Uptime', 'Downtime', 'Outage', 'Incident'],
  '/docs/agents': ['MCP', 'LLM', 'ChatGPT', 'Claude'],
  '/docs/api': ['Swagger', 'Endpoints'],
  '/docs/authentication': ['API keys', 'Token'],
  '/docs/spreadsheets': ['Excel', 'Power Query', 'pandas', 'LibreOffice', 'Google Sheets', 'Export'],
  '/docs/embeds': ['Widget', 'iframe', 'og:image', 'Social card', 'WordPress'],
  '/docs/http-api#lists': ['Pagination', 'Paginate', 'Paging', 'Cursor', 'Next page'],
  '/docs/identity': ['SSO', 'SAML', 'OIDC', 'Single sign-on', 'Login', 'MFA', '2FA', 'Passkeys'],
  '/docs/javascript': ['npm', 'Node', 'TypeScript', 'JavaScript SDK'],
  '/docs/limits': ['Rate limits', 'Quota'],
  '/docs/python': ['pip', 'Python SDK'],
  '/docs/webhooks': ['Slack', 'Teams', 'Discord', 'Zapier', 'Callbacks', 'Notifications'],
  '/docs/workspaces': ['Team', 'Billing', 'Members'],
};

export const SITE_PAGES: readonly SearchEntry[] = PAGES.map(([title, address, text]) => ({
  ...{ kind: 'page', title, heading: '', text, address },
}));
