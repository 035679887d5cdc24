// Whether this browser can check signatures at all.

/** The generator of the curve, which every implementation accepts as a public key. */
const GENERATOR = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 0x58 : 0x66));

/** null if it can, or the reason why it cannot. */
export async function whyNotAble(): Promise<string | null> {
  if (globalThis.crypto?.subtle === undefined)
    return 'Browsers check signatures only on pages that were loaded over HTTPS, and this one was not.';
  try {
    await crypto.subtle.importKey('raw', GENERATOR, { name: 'Ed25519' }, false, ['verify']);
    return null;
  } catch {
    return 'This browser does not know Ed25519 signatures. Chrome 137, Firefox 129 and Safari 17 and later do.';
  }
}
