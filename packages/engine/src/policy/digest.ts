// The digest under which a version of a policy is known.

import { digestOf } from '../package/digest.ts';
import type { Policy } from './document.ts';

export function policyDigest(policy: Policy): Promise<string> {
  return digestOf(policy);
}
