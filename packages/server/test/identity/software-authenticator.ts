// A passkey authenticator in software: an ES256 key pair that registers and signs as WebAuthn level 2 describes.

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** As much of CBOR (RFC 8949) as an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, content]) => [cbor(key), cbor(content)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** What a device or a browser that was tampered with could send. */
interface AuthenticateOptions {
  /** The site that the device believes to sign for. */
  site?: string;
  /** Of the uses of the device, this one included. */
  counter?: number;
  type?: string;
  userHandle?: string;
}

export class SoftwareAuthenticator {
  id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #coordinates: { x: Buffer; y: Buffer };
  #counter = 0;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x, y } = publicKey.export({ format: 'jwk' });
    this.#key = privateKey;
    this.#coordinates = { x: Buffer.from(x!, 'base64url'), y: Buffer.from(y!, 'base64url') };
  }

  register(challenge: string, origin: string) {
    const { x, y } = this.#coordinates;
    const publicKey = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, x],
        [-3, y],
      ]),
    );
    const idLength = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.id, publicKey]);
    const authData = this.#authData(origin, USER_PRESENT | USER_VERIFIED | ATTESTED, attested);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#credential({
      clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  authenticate(
    challenge: string,
    origin: string,
    flags = USER_PRESENT | USER_VERIFIED,
    { site = origin, counter, type = 'webauthn.get', userHandle }: AuthenticateOptions = {},
  ) {
    const data = clientData(type, challenge, origin);
    if (counter !== undefined) this.#counter = counter - 1;
    const authData = this.#authData(site, flags);
    return this.#credential({
      clientDataJSON: data.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', Buffer.concat([authData, sha256(data)]), this.#key).toString('base64url'),
      ...(userHandle === undefined ? {} : { userHandle }),
    });
  }

  #authData(origin: string, flags: number, attested = Buffer.alloc(0)): Buffer {
    this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.from([flags]), counter, attested]);
  }

  #credential(response: Record<string, unknown>) {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
