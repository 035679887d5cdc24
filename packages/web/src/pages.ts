// The pages: where those of the desk stand in the rail, and what the address of each says, such as its filters and what
// is open. The rail, the router and the pages read the same table.

import { useNavigate, useSearch } from '@tanstack/react-router';
import type { FrameSection } from './frame/frame.tsx';
import type { PageSearch } from './ui/filters.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-\d{2}$/;

/** Any text; text of a form; one of these words, the first by default; a whole number; or true. */
type Rule = StringConstructor | RegExp | readonly string[] | NumberConstructor | BooleanConstructor;
type Rules = Readonly<Record<string, Rule>>;

type RailEntry = Omit<FrameSection, 'to' | 'number'>;
const group = 'Registers';

interface Page {
  rail?: RailEntry;
  filters: Rules;
  place: Rules;
}

/** `filters` are what a reader can clear. `place` is the view, and the row that is open. */
const PAGES = {
  '/console/$workspace/keys': {
    filters: { text: String, tier: String, state: ['in-use', 'ended', 'all'] },
    place: { key: String },
  },
  '/console/$workspace/books/$book/report': { filters: {}, place: { effective_on: DAY, since: DAY } },
  '/console/$workspace/members': {
    filters: { text: String, role: String, state: ['members', 'removed', 'all'] },
    place: { open: String },
  },
  '/console/$workspace/books': {
    filters: {},
    place: {
      // Without one, the only book there is. `list` shows the list all the same.
      book: String,
      list: Boolean,
      view: ['book', 'limits', 'versions', 'settings', 'upload'],
      show: ['needs_you', 'all', 'block', 'review', 'unscored', 'outside'],
      sort: ['exposure', 'score', 'loss', 'name'],
      position: String,
      // The book of a past day, and what was known by the end of another one.
      on: DAY,
      known: DAY,
      since: DAY,
    },
  },
  '/console/$workspace/policies': {
    // Of the log of decisions.
    filters: { reference: String, from: DAY, to: DAY },
    place: {
      // Without one, the only policy there is. `list` shows the list all the same.
      policy: String,
      list: Boolean,
      version: Number,
      view: ['rules', 'settings', 'decisions'],
      since: DAY,
      decision: String,
    },
  },
  '/console/$workspace/watch': {
    filters: { rule: String },
    // `edit` is the rule that is open, or "new".
    place: {
      state: ['open', 'acknowledged', 'snoozed', 'resolved'],
      open: String,
      edit: String,
      channel: String,
    },
  },
  '/console/$workspace/requests': {
    filters: { request: String, key: String, status: String, code: String, operation: String },
    place: { open: String },
  },
  '/console/$workspace/agents': { filters: { tool: String, key: String, outcome: String }, place: {} },
  '/console/$workspace/audit': {
    filters: { actor: String, about: String, from: DAY, to: DAY },
    place: { record: Number },
  },
  '/console/$workspace/webhooks': {
    filters: {
      endpoint: String,
      status: ['', 'pending', 'waiting', 'delivered', 'exhausted', 'cancelled'],
      type: String,
      since: ['', '1h', '24h', '7d'],
      event: String,
    },
    place: { view: ['endpoints', 'deliveries'], open: String },
  },
  '/desk/setup': { rail: { name: 'Set up', icon: 'due' }, filters: {}, place: {} },
  '/desk': { rail: { name: 'Home', icon: 'home', isExact: true }, filters: {}, place: {} },
  '/desk/approvals': {
    rail: { name: 'Approvals', icon: 'approvals' },
    filters: {
      provider: String,
      document: String,
      proposer: String,
      effect: ['', 'band', 'cap', 'points', 'none', 'contested'],
    },
    place: { proposal: String },
  },
  '/desk/due': {
    rail: { name: 'Due board', icon: 'due' },
    filters: {
      time: ['soon', 'lapsed', 'week', 'month', 'all', 'missing'],
      // With one of these days the time does not matter.
      until: DAY,
      on: DAY,
      type: String,
      assignee: String,
      provider: String,
      input: String,
    },
    place: { view: ['checks', 'list', 'map', 'calendar'], month: MONTH },
  },
  '/desk/entry': {
    rail: { name: 'Entry', icon: 'entry' },
    filters: {},
    place: { draft: String, provider: String, input: String },
  },
  '/desk/runs': {
    rail: { name: 'Runs', icon: 'runs' },
    filters: { status: String, kind: String },
    place: {},
  },
  '/desk/committee': {
    rail: { name: 'Committee', icon: 'committee' },
    filters: {},
    // Without a run, the newest draft.
    place: { run: String, provider: String, at: String, matter: String },
  },
  // Where a correction has several scoring times, `at` is one of them.
  '/desk/runs/$run': { filters: {}, place: { provider: String, at: String } },
  '/desk/providers': {
    rail: { name: 'Providers', icon: 'providers' },
    filters: { text: String, type: String, standing: String, waiting: Boolean, all: Boolean },
    place: {},
  },
  '/desk/requests': {
    rail: { name: 'Requests', icon: 'requests' },
    filters: { which: ['open', 'all'] },
    place: { request: String },
  },
  '/desk/frameworks': {
    rail: { name: 'Frameworks', icon: 'frameworks' },
    filters: { text: String },
    place: { open: String, cell: String },
  },
  '/desk/issuances': {
    rail: { group, name: 'Issuances', icon: 'issuances' },
    filters: { text: String, status: String, type: String },
    place: { open: String },
  },
  '/desk/score-requests': {
    rail: { group, name: 'Score requests', icon: 'scoreRequests' },
    filters: { text: String, status: String, order: ['demand', 'oldest'], from: String, to: String },
    place: { open: String },
  },
  '/desk/workspaces': {
    rail: { group, name: 'Workspaces', icon: 'workspaces' },
    filters: { text: String, tier: String, state: String },
    place: { open: String },
  },
  '/desk/staff': {
    rail: { group, name: 'Staff', icon: 'staff' },
    filters: { text: String, role: String, state: String },
    place: { open: String },
  },
  '/desk/incidents': {
    rail: { group, name: 'Incidents', icon: 'incidents' },
    filters: { state: String },
    place: { open: String },
  },
  '/desk/log': { rail: { group, name: 'Signing keys and log', icon: 'log' }, filters: {}, place: {} },
  '/desk/audit': {
    rail: { group, name: 'Audit', icon: 'audit' },
    filters: { actor: String, about: String, subject: String, from: String, to: String, text: String },
    place: { open: String },
  },
  '/desk/service': { rail: { group, name: 'Service', icon: 'service' }, filters: {}, place: {} },
} as const satisfies Readonly<Record<string, Page>>;

type Pages = typeof PAGES;
type SearchedPath = keyof Pages;

type ValueOf<R> = R extends readonly (infer Word)[]
  ? Word
  : R extends NumberConstructor
    ? number | null
    : R extends BooleanConstructor
      ? boolean
      : string;

/** The pages of the desk in its rail, in the order of the table. */
export const DESK_SECTIONS: readonly FrameSection[] = Object.entries<Page>(PAGES).flatMap(([to, { rail }]) =>
  rail === undefined ? [] : [{ ...rail, to }],
);

/** Everything that the address of a page says, with defaults for what it leaves out. */
export type SearchOf<Path extends SearchedPath> = {
  -readonly [Name in keyof Pages[Path]['filters']]: ValueOf<Pages[Path]['filters'][Name]>;
} & { -readonly [Name in keyof Pages[Path]['place']]: ValueOf<Pages[Path]['place'][Name]> };

/** Leaves out what is at its default, so that addresses stay short. */
export function readSearch<Path extends SearchedPath>(path: Path) {
  const { filters, place } = PAGES[path];
  const rules = Object.entries<Rule>({ ...filters, ...place });
  return (search: Record<string, unknown>): Partial<SearchOf<Path>> =>
    Object.fromEntries(
      rules.flatMap(([name, rule]) => {
        const value = readValue(rule, search[name]);
        return value === defaultOf(rule) ? [] : [[name, value]];
      }),
    ) as Partial<SearchOf<Path>>;
}

function readValue(rule: Rule, given: unknown): string | number | boolean | null {
  if (rule === Boolean) return given === true;
  if (rule === Number) return Number.isSafeInteger(Number(given ?? Number.NaN)) ? Number(given) : null;
  const text = given === undefined || given === null ? '' : String(given);
  if (Array.isArray(rule)) return rule.includes(text) ? text : rule[0]!;
  return rule instanceof RegExp && !rule.test(text) ? '' : text;
}

function defaultOf(rule: Rule): string | number | boolean | null {
  if (Array.isArray(rule)) return rule[0]!;
  return rule === Boolean ? false : rule === Number ? null : '';
}

/** `keepsScroll` is for pages that stay where they are scrolled to. */
export function usePageSearch<Path extends SearchedPath>(
  path: Path,
  { keepsScroll = false }: { keepsScroll?: boolean } = {},
): PageSearch<SearchOf<Path>> {
  const read = readSearch(path);
  const given = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const filters = Object.entries<Rule>(PAGES[path].filters);
  const place = Object.entries<Rule>(PAGES[path].place);
  const nothing = Object.fromEntries([...filters, ...place].map(([name, rule]) => [name, defaultOf(rule)]));
  const search = { ...nothing, ...given } as SearchOf<Path>;
  const go = (next: Partial<SearchOf<Path>>, replace: boolean) =>
    void navigate({ to: '.', search: next as never, replace, resetScroll: !keepsScroll });
  return {
    search,
    set: (change, { isStep = false } = {}) => go(read({ ...search, ...change }), !isStep),
    clear: () => {
      const names = new Set(filters.map(([name]) => name));
      go(
        Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name))) as typeof given,
        true,
      );
    },
    isFiltered: filters.some(([name]) => name in given),
  };
}

/** The first instant of a calendar date in the reader's zone, as acts take it; undefined if it is not a date. */
export function dayStart(day: string): string | undefined {
  return instantOf(`${day}T00:00:00`);
}

export function dayEnd(day: string): string | undefined {
  return instantOf(`${day}T23:59:59.999`);
}

function instantOf(text: string): string | undefined {
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
