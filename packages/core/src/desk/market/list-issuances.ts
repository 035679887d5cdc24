// Lists upcoming issuances.

import { ListOrder, type Portion } from '../../context/paging.ts';
import type { IssuanceStatus } from '../../store/schema.ts';
import type { Queries, Writes } from '../../store/store.ts';
import { anyContains } from '../../store/text-match.ts';
import { requireProvider } from '../providers/providers.ts';
import type { Issuance } from './issuance-record.ts';

export interface IssuanceFilter {
  statuses?: readonly IssuanceStatus[];
  type?: Issuance['type'];
  /** Id or slug. */
  provider?: string;
  /** In the issuer, the name, the ticker or the ISIN. */
  text?: string;
}

export const ISSUANCE_ORDER = new ListOrder<Issuance>(
  'issuances',
  [
    { by: 'announced_on', type: 'text', descending: true },
    { by: 'id', type: 'text' },
  ],
  ({ announced_on, id }) => [announced_on, id],
);

/** Newest announcement first. */
export async function listIssuances(
  db: Queries | Writes,
  { statuses = [], type, provider, text = '' }: IssuanceFilter = {},
  portion: Portion = {},
): Promise<Issuance[]> {
  let query = db.selectFrom('issuances').selectAll();
  if (statuses.length > 0) query = query.where('status', 'in', [...statuses]);
  if (type !== undefined) query = query.where('type', '=', type);
  if (provider !== undefined)
    query = query.where('provider_id', '=', (await requireProvider(db, provider)).id);
  if (text !== '') query = query.where(anyContains(['issuer_name', 'name', 'ticker', 'isin'], text));
  return ISSUANCE_ORDER.select(query, portion).execute();
}
