// Settings of sign-in.

import type { ConfiguredServers } from '@rf-indicators/core/accounts/sign-in-servers';
import type { PasswordCost } from '@rf-indicators/core/identity/passwords';
import type { SessionSettings } from '@rf-indicators/core/identity/sessions';

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface MailSettings {
  /** An smtp: or smtps: URL. */
  smtpUrl: string;
  from: string;
}

export interface IdentitySettings {
  baseUrl: string;
  /** The name of the service, as authenticator apps and passkeys show it. */
  siteName: string;
  limits: Pick<SessionSettings, 'staff' | 'members'>;
  oidc: OidcSettings | null;
  mail: MailSettings | null;
  /** Of new passwords. Only tests set it, so no operator can lower it by mistake. */
  passwordCost?: PasswordCost;
}

/** What identifies the servers of the settings. Names, passwords and secrets may be replaced, and are left out. */
export function configuredServers({
  mail,
  oidc,
}: Pick<IdentitySettings, 'mail' | 'oidc'>): ConfiguredServers {
  return {
    mail: mail && { address: mailAddress(mail), used_as: mail.from },
    provider: oidc && { address: issuerOf(oidc), used_as: oidc.clientId },
  };
}

export function issuerOf({ issuer }: OidcSettings): string {
  return issuer.replace(/\/$/, '');
}

function mailAddress({ smtpUrl }: MailSettings): string {
  const { protocol, host, port } = mailHost(smtpUrl)!;
  return `${protocol}//${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/**
 * Null if it is not smtp://[NAME:PASSWORD@]HOST[:PORT]. Parameters are refused: the mail library would read some of them as
 * another way to the server, such as a proxy.
 */
export function mailHost(smtpUrl: string) {
  const url = URL.parse(smtpUrl);
  if (url === null || !Object.hasOwn(DEFAULT_PORTS, url.protocol)) return null;
  if (!/^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/i.test(url.hostname)) return null;
  if (!['', '/'].includes(url.pathname) || url.search !== '' || url.hash !== '') return null;
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return {
    ...{ protocol: url.protocol, host, port: Number(url.port || DEFAULT_PORTS[url.protocol]) },
    auth: user === '' ? null : { user, pass },
  };
}
