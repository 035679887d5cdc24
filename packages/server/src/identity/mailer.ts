// Sends mails through the SMTP server of the settings.

import type { Mail, SignInLinks } from '@rf-indicators/core/identity/mails';
import type { MailSettings } from './settings.ts';

const TIMEOUT_MS = 10_000;

export function mailer(settings: MailSettings | null): SignInLinks['send'] {
  if (settings === null) return null;
  const { smtpUrl, from } = settings;
  return async ({ to, subject, text }: Mail) => {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
    try {
      // An object, so that no character of the address adds a second recipient.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    } finally {
      transport.close();
    }
  };
}
