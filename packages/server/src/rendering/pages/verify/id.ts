// Reads a verification id as people type it.

import { isVerificationId } from '@rf-indicators/engine';

/**
 * The alphabet of ids has no O, I and L, because they look like 0 and 1, so a typed O, I or L is read as the digit.
 * White space and case are ignored. Returns null if the text cannot be read as an id.
 */
export function readId(typed: string): string | null {
  const text = typed.replaceAll(/\s/g, '').toUpperCase();
  const id = text.replace(
    /^(RF-)?(.*)$/,
    (_, __, rest: string) => `RF-${rest.replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`,
  );
  return isVerificationId(id) ? id : null;
}
