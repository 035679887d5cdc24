// Sign-in with a passkey: the browser asks the device, and the server checks its answer.

import { send } from '../api/send.ts';

/** A passkey belongs to a host name: there are none at an IP address. */
const IP_ADDRESS = /^[\d.]+$|^\[/;

export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    !IP_ADDRESS.test(location.hostname)
  );
}

export async function signInWithPasskey(): Promise<void> {
  const options = await send<PublicKeyCredentialRequestOptionsJSON>(
    'GET',
    '/api/auth/passkey/generate-authenticate-options',
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  await send('POST', '/api/auth/passkey/verify-authentication', { response: credential.toJSON() });
}

export async function addPasskey(name: string): Promise<void> {
  const options = await send<PublicKeyCredentialCreationOptionsJSON>(
    'GET',
    '/api/auth/passkey/generate-register-options',
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  await send('POST', '/api/auth/passkey/verify-registration', { response: credential.toJSON(), name });
}
