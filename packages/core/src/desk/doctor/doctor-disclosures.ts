// Doctor check of the disclosures, which are published with every indicator.

import type { Queries } from '../../store/store.ts';
import { readRegister } from '../disclosures/read-register.ts';
import { ok, type Verdict, warn } from './doctor-verdict.ts';

export async function checkDisclosures(db: Queries): Promise<Verdict> {
  const register = await readRegister(db);
  if (register.has(null)) {
    const own = register.size - 1;
    return ok(`set for all providers${own === 0 ? '' : `, and ${own} with entries of their own`}`);
  }
  const published = await db
    .selectFrom('provider_states')
    .select('provider_id')
    .where('verification_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  if (published === undefined) return ok('none yet; set them before the first publication');
  return warn(
    'indicators are published without disclosures: who is responsible, conflicts of interest, sources and limits',
    'set them with rf disclosures set, which a second person approves',
  );
}
