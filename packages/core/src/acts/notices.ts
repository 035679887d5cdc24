import { listNotices } from '../accounts/notices.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const noticeBindings: Bindings<ActsAbout<'notices'>> = {
  'notices.list': {
    perform: async ({ context }, { id }) => ({ data: await listNotices(context.store.db, id) }),
  },
};
