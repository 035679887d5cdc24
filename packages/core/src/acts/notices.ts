import { listNotices, NOTICE_ORDER } from '../accounts/notices.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const noticeBindings: Bindings<ActsAbout<'notices'>> = {
  'notices.list': {
    perform: ({ context }, { id }, filter) =>
      NOTICE_ORDER.page(filter, (portion) => listNotices(context.store.db, id, filter, portion)),
  },
};
