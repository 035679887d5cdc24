import { FAILURE_ORDER, listFailedCalls } from '../accounts/failed-call-list.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const failedCallBindings: Bindings<ActsAbout<'failed_calls'>> = {
  'failed_calls.list': {
    perform: async ({ context }, { id }, filter) => {
      const { data, next_cursor } = await FAILURE_ORDER.page(filter, (portion) =>
        listFailedCalls(context.store.db, id, filter, portion),
      );
      return { data: data.map(({ id: _, ...failure }) => failure), next_cursor };
    },
  },
};
