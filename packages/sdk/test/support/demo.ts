// The real service with its demo world on a free port, for the tests of a file.

import { type Api, startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/rf.ts';

export { repository } from '../../../../test/support/rf.ts';

export type Demo = Pick<Api, 'url' | 'keys'>;

export function startDemo(): Promise<Demo> {
  return startApi(wholeFile);
}
