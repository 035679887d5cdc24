// Reads what the person of the session is entitled to.

import { send } from '../../api/send.ts';

const READS = '/api/console/v1';

export function read<T>(path: string): Promise<T> {
  return send<T>('GET', `${READS}${path}`);
}
