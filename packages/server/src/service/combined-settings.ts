// Settings that are only valid together, or whose default follows from another one.

import path from 'node:path';
import { type MailSettings, mailHost, type OidcSettings } from '../identity/settings.ts';
import { ConfigError } from './config-error.ts';
import { baseUrlOf } from './node-address.ts';
import type { Address } from './setting-forms.ts';

/** Each of these can be missing. */
type Unset<Settings> = { [Name in keyof Settings]: Settings[Name] | null };

/** The checkpoint file is kept unless it is switched off. */
export function checkpointFileOf(setting: string | null, dataDir: string): string | null {
  if (setting === 'off') return null;
  return setting === null ? path.join(dataDir, 'checkpoints.jsonl') : path.resolve(setting);
}

export function quorumOf(quorum: number | null, witnesses: number): number {
  if (quorum === null) return witnesses === 0 ? 0 : Math.floor(witnesses / 2) + 1;
  if (quorum <= witnesses) return quorum;
  throw new ConfigError(`RF_WITNESS_QUORUM is ${quorum}, but RF_WITNESSES has ${witnesses}.`);
}

export function staffAddressOf(
  staff: Address | null,
  url: string | null,
): (Address & { baseUrl: string }) | null {
  if (staff === null && url !== null)
    throw new ConfigError('RF_STAFF_URL has no effect without RF_STAFF_ADDRESS.');
  return staff === null ? null : { ...staff, baseUrl: url ?? baseUrlOf(staff.host, staff.port) };
}

export function oidcOf({ issuer, clientId, clientSecret }: Unset<OidcSettings>): OidcSettings | null {
  if (issuer === null && clientId === null && clientSecret === null) return null;
  const url = URL.parse(issuer ?? '');
  const isLoopback = url !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (!issuer || !clientId || !clientSecret || !(url?.protocol === 'https:' || isLoopback))
    throw new ConfigError(
      'RF_OIDC_ISSUER (an https address), RF_OIDC_CLIENT_ID and RF_OIDC_CLIENT_SECRET must be set together.',
    );
  return { issuer, clientId, clientSecret };
}

export function mailOf({ smtpUrl, from }: Unset<MailSettings>): MailSettings | null {
  if (smtpUrl === null && from === null) return null;
  if (smtpUrl && from && mailHost(smtpUrl) !== null) return { smtpUrl, from };
  throw new ConfigError(
    'RF_SMTP_URL (smtp://NAME:PASSWORD@HOST:PORT or smtps://…, without parameters) and RF_MAIL_FROM must be set together.',
  );
}
