// Verification ids: permanent names of published indicators. An id is the first 130 bits of the package hash in
// Crockford base32, which has no easily confused letters, in groups that can be read aloud.

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = [5, 5, 5, 5, 6];
const FORM = /^RF-[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}-[0-9A-HJKMNP-TV-Z]{6}$/;

/** The id for a package hash of 64 hex digits. */
export function verificationId(packageHash: string): string {
  if (!/^[0-9a-f]{64}$/.test(packageHash)) throw new TypeError('a package hash is 64 lower-case hex digits');
  const bits = [...packageHash]
    .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
    .join('');
  let at = 0;
  const groups = GROUPS.map((length) => {
    let group = '';
    for (const end = at + length * 5; at < end; at += 5) {
      group += CROCKFORD[Number.parseInt(bits.slice(at, at + 5), 2)];
    }
    return group;
  });
  return `RF-${groups.join('-')}`;
}

export function isVerificationId(text: string): boolean {
  return FORM.test(text);
}
