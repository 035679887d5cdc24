// Customers of the load. A workspace may send 10,000 requests per hour, which the load would use up, so it has several.

import { claimWorkspace } from '@rf-indicators/core/accounts/claim';
import { createKey } from '@rf-indicators/core/accounts/keys';
import { authenticate } from '@rf-indicators/core/accounts/staff';
import { acceptTerms } from '@rf-indicators/core/accounts/terms';
import { currentTerms } from '@rf-indicators/core/accounts/terms-texts';
import { createWorkspace } from '@rf-indicators/core/accounts/workspaces';
import type { Context } from '@rf-indicators/core/context/context';
import { uuidV7 } from '@rf-indicators/core/context/ids';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { connectStore } from '@rf-indicators/core/store/connect';

export interface Customer {
  memberToken: string;
  apiKey: string;
}

export async function addCustomers(
  env: Readonly<Record<string, string>>,
  operatorToken: string,
  count: number,
): Promise<Customer[]> {
  const dataDir = env.RF_DATA_DIR!;
  const store = await connectStore({
    ...{ dataDir, databaseUrl: env.DATABASE_URL!, masterKey: env.RF_MASTER_KEY },
  });
  try {
    const context: Context = { store, clock: Date.now, newId: () => uuidV7(Date.now()) };
    const masterKey = readMasterKey(dataDir, env.RF_MASTER_KEY);
    const operator = await authenticate(context, operatorToken);
    const { digest } = currentTerms('api');
    const customers: Customer[] = [];
    for (let number = 1; number <= count; number += 1) {
      const name = `Customer ${number} of the load`;
      const { claim } = await createWorkspace(context, operator, masterKey, { name, tier: 'ENTERPRISE' });
      const { member, token } = await claimWorkspace(context, masterKey, { code: claim.code, name: 'Load' });
      await acceptTerms(context, member, { kind: 'api', digest, from: 'the load' });
      const { key } = await createKey(context, member, { name: 'Reads', tier: 'ENTERPRISE' });
      customers.push({ memberToken: token, apiKey: key });
    }
    return customers;
  } finally {
    await store.close();
  }
}
