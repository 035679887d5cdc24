// Bindings of what a workspace reads about its keys: usage, calls of agent tools, failed calls, and notices.

import { CALL_ORDER, listCalls } from '../accounts/agent-call-list.ts';
import { FAILURE_ORDER, listFailedCalls } from '../accounts/failed-call-list.ts';
import { listNotices, NOTICE_ORDER } from '../accounts/notices.ts';
import { listUsage, totalUsage, USAGE_ORDER } from '../accounts/usage-list.ts';
import type { Portion } from '../context/paging.ts';
import type { ActsAbout, Bindings } from './binding.ts';

const DEFAULT_PERIOD_MS = 30 * 24 * 60 * 60 * 1000;

export const usageBindings: Bindings<ActsAbout<'usage'>> = {
  'usage.list': ({ context }, { id }, given) => {
    const filter = { since: context.clock() - DEFAULT_PERIOD_MS, ...given };
    return USAGE_ORDER.page(given, (portion) => listUsage(context.store.db, id, filter, portion));
  },
  'usage.totals': ({ context }, { id }, given) =>
    totalUsage(context.store.db, id, { since: context.clock() - DEFAULT_PERIOD_MS, ...given }),
};

export const agentCallBindings: Bindings<ActsAbout<'agent_calls'>> = {
  'agent_calls.list': async ({ context }, { id }, filter) => {
    const read = (portion: Portion) => listCalls(context.store.db, id, filter, portion);
    const { data, next_cursor } = await CALL_ORDER.page(filter, read);
    return {
      data: data.map(({ batch: _, position: _position, called_at: at, ...call }) => ({ at, ...call })),
      next_cursor,
    };
  },
};

export const failedCallBindings: Bindings<ActsAbout<'failed_calls'>> = {
  'failed_calls.list': async ({ context }, { id }, filter) => {
    const { data, next_cursor } = await FAILURE_ORDER.page(filter, (portion) =>
      listFailedCalls(context.store.db, id, filter, portion),
    );
    return { data: data.map(({ id: _, ...failure }) => failure), next_cursor };
  },
};

export const noticeBindings: Bindings<ActsAbout<'notices'>> = {
  'notices.list': ({ context }, { id }, filter) =>
    NOTICE_ORDER.page(filter, (portion) => listNotices(context.store.db, id, filter, portion)),
};
