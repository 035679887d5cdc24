// The mails that contain links to sign in. The code is in the fragment of the link, which browsers do not send to
// servers, so it is in no log.

import type { SignInInvitation } from './invitation-rows.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface SignInLinks {
  /** The name of the service, as mails say it. */
  siteName: string;
  link(page: 'invitation' | 'reset', code: string): string;
  /** null if no mail server is set. */
  send: ((mail: Mail) => Promise<void>) | null;
}

export function signInLinks(baseUrl: string, siteName: string, send: SignInLinks['send']): SignInLinks {
  return { siteName, link: (page, code) => `${baseUrl}/sign-in/${page}#${code}`, send };
}

/** Whether the link was mailed. */
export function mailInvitation(links: SignInLinks, { email, code }: SignInInvitation): Promise<boolean> {
  return sendMail(links, {
    to: email,
    subject: `Your invitation to ${links.siteName}`,
    text:
      `You were invited to sign in to ${links.siteName}.\n\n${links.link('invitation', code)}\n\n` +
      'The link can be used once. It shows you a check number: tell it to the person who confirms your claim, in ' +
      'person or by telephone. If you did not expect this mail, ignore it.\n',
  });
}

export function mailReset(links: SignInLinks, { email, code }: SignInInvitation): Promise<boolean> {
  return sendMail(links, {
    to: email,
    subject: `Your new password for ${links.siteName}`,
    text:
      `Somebody asked for a new password for this address.\n\n${links.link('reset', code)}\n\n` +
      'The link can be used once, within an hour. If it was not you, ignore this mail; your password stays as it is.\n',
  });
}

async function sendMail({ send }: SignInLinks, mail: Mail): Promise<boolean> {
  if (send === null) return false;
  try {
    await send(mail);
    return true;
  } catch {
    return false;
  }
}
