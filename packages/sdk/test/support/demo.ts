// The real service with its demo world on a free port, for the tests of a file.

import { type Api, startApi } from '../../../../test/support/api.ts';
import { wholeFile } from '../../../../test/support/lifetime.ts';

export { repository } from '../../../../test/support/repository.ts';

export type Demo = Pick<Api, 'url' | 'keys'>;

export function startDemo(): Promise<Demo> {
  return startApi(wholeFile);
}
