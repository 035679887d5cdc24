// Recognises errors that mean the store cannot be read or written now, as opposed to errors in a query.

import { storeFaultOf } from './store-fault.ts';

export function isStoreUnavailable(error: unknown): boolean {
  return storeFaultOf(error) !== null;
}
