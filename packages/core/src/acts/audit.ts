import { listWorkspaceAudit } from '../accounts/workspace-audit.ts';
import { AUDIT_ORDER, listAudit, NEWEST_AUDIT_ORDER } from '../context/audit-trail.ts';
import type { ActsAbout, Bindings } from './binding.ts';

export const auditBindings: Bindings<ActsAbout<'audit'> | 'workspaces.audit'> = {
  'audit.list': ({ context }, _, { newest_first, limit, cursor, ...filter }) => {
    const order = orderOf(newest_first);
    return order.page({ limit, cursor }, (portion) => listAudit(context.store.db, filter, order, portion));
  },
  'workspaces.audit': ({ context }, { id }, { workspace: _, newest_first, limit, cursor, ...filter }) => {
    const order = orderOf(newest_first);
    return order.page({ limit, cursor }, (portion) =>
      listWorkspaceAudit(context.store.db, id, filter, order, portion),
    );
  },
};

function orderOf(newestFirst = false): typeof AUDIT_ORDER {
  return newestFirst ? NEWEST_AUDIT_ORDER : AUDIT_ORDER;
}
