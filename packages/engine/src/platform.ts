// The web platform functions that the engine uses, declared by hand. The engine is type-checked without DOM and
// Node types, so that it cannot use anything else of either by accident.

export type CryptoKeyHandle = object;

interface SubtleCryptoLike {
  digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer>;
  importKey(
    format: 'raw' | 'pkcs8',
    keyData: Uint8Array,
    algorithm: { name: 'Ed25519' },
    extractable: boolean,
    usages: readonly ('sign' | 'verify')[],
  ): Promise<CryptoKeyHandle>;
  sign(algorithm: { name: 'Ed25519' }, key: CryptoKeyHandle, data: Uint8Array): Promise<ArrayBuffer>;
  verify(
    algorithm: { name: 'Ed25519' },
    key: CryptoKeyHandle,
    signature: Uint8Array,
    data: Uint8Array,
  ): Promise<boolean>;
}

interface Platform {
  crypto: { subtle: SubtleCryptoLike };
  TextEncoder: new () => { encode(text: string): Uint8Array };
  TextDecoder: new (
    label: 'utf-8',
    options: { fatal: true; ignoreBOM: true },
  ) => { decode(bytes: Uint8Array): string };
  btoa(binary: string): string;
  atob(base64: string): string;
}

const platform = globalThis as unknown as Platform;

export const subtle = platform.crypto.subtle;

const encoder = new platform.TextEncoder();
const decoder = new platform.TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** Decodes UTF-8; throws if the bytes are not valid. */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await subtle.digest('SHA-256', bytes));
}

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}

export function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return platform.btoa(binary);
}

/** Strict decoding: returns null unless the text is exactly what toBase64 would produce. */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const bytes = Uint8Array.from(platform.atob(text), (char) => char.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}
