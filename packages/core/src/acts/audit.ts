import { listAudit } from '../context/audit-trail.ts';
import type { ActsAbout, Bindings } from './binding.ts';

const DEFAULT_LIMIT = 100;

export const auditBindings: Bindings<ActsAbout<'audit'>> = {
  'audit.list': {
    perform: ({ context }, _, { limit = DEFAULT_LIMIT, ...filter }) =>
      listAudit(context.store.db, filter, limit),
  },
};
