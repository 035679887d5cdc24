// Sends mails through the SMTP server of the settings, if it is the one that the store allows.

import { mayUse } from '@rf-indicators/core/accounts/sign-in-servers';
import type { Context } from '@rf-indicators/core/context/context';
import type { Mail, SignInLinks } from '@rf-indicators/core/identity/mails';
import { configuredServers, type MailSettings, mailHost } from './settings.ts';

const TIMEOUT_MS = 10_000;

/** Every mail asks the store again: two people may have changed the server since. */
export function mailer(context: Context, settings: MailSettings | null): SignInLinks['send'] {
  if (settings === null) return null;
  const servers = configuredServers({ mail: settings, oidc: null });
  const { protocol, auth, ...server } = mailHost(settings.smtpUrl)!;
  return async ({ to, subject, text }: Mail) => {
    if (!(await mayUse(context, 'mail', servers)))
      throw new Error('Two people have not confirmed the mail server in the settings.');
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      ...server,
      secure: protocol === 'smtps:',
      ...(auth === null ? {} : { auth }),
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
    try {
      // An object, so that no character of the address adds a second recipient.
      await transport.sendMail({ from: settings.from, to: { name: '', address: to }, subject, text });
    } finally {
      transport.close();
    }
  };
}
