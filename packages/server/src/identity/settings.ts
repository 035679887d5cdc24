// Settings of sign-in.

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
