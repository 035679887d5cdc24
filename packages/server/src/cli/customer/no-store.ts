// Takes the place of what works on the store of a machine, in the package for customers, who have none.

import { UsageError } from '../terminal.ts';

function refuse(): never {
  throw new UsageError('Say which service: set RF_URL, or write --url https://indicators.example.');
}

export const localActs = refuse;
export const storedSecret = refuse;
