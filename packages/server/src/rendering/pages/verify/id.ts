// A verification id as people type it.

import { isVerificationId } from '@rf-indicators/engine';

/**
 * The alphabet has no O, I and L, because they are read for 0 and 1: so whoever typed one meant the digit. Spaces and
 * small letters do not matter. null for what cannot be meant as an id.
 */
export function readId(typed: string): string | null {
  const text = typed.replaceAll(/\s/g, '').toUpperCase();
  const id = text.replace(
    /^(RF-)?(.*)$/,
    (_, __, rest: string) => `RF-${rest.replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`,
  );
  return isVerificationId(id) ? id : null;
}
