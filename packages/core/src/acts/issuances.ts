// Bindings of the acts about issuances and score requests.

import {
  addIssuance,
  changeIssuanceStatus,
  importIssuances,
  updateIssuance,
} from '../desk/market/issuances.ts';
import { ISSUANCE_ORDER, listIssuances } from '../desk/market/list-issuances.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import { placedRows } from './rows.ts';

export const issuanceBindings: Bindings<ActsAbout<'issuances'>> = {
  'issuances.list': ({ context }, _, filter) =>
    ISSUANCE_ORDER.page(filter, (portion) => listIssuances(context.store.db, filter, portion)),
  'issuances.add': async ({ context }, actor, { issuance }) => ({
    id: await addIssuance(context, actor, issuance),
  }),
  'issuances.import': async ({ context }, actor, { rows }) => ({
    ids: await importIssuances(context, actor, placedRows(rows)),
  }),
  'issuances.update': ({ context }, actor, { id, changes, seen }) =>
    updateIssuance(context, actor, id, changes, seen),
  'issuances.change_status': ({ context }, actor, { id, status }) =>
    changeIssuanceStatus(context, actor, id, status),
};
