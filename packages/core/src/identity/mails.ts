// The mails that contain links to sign in. The code is in the fragment of the link, which browsers do not send to
// servers, so it is in no log.

import type { RequestedReset } from './claims.ts';
import type { SignInInvitation } from './invitations.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface SignInLinks {
  /** The name of the service, as mails say it. */
  siteName: string;
  /** The address of the service. */
  baseUrl: string;
  link(page: 'invitation' | 'reset', code: string): string;
  /** null if no mail server is set. */
  send: ((mail: Mail) => Promise<void>) | null;
}

export function signInLinks(baseUrl: string, siteName: string, send: SignInLinks['send']): SignInLinks {
  return { siteName, baseUrl, link: (page, code) => `${baseUrl}/sign-in/${page}#${code}`, send };
}

const MAILS = {
  invitation: {
    subject: (site: string) => `Your invitation to ${site}`,
    lead: (site: string) => `You were invited to sign in to ${site}.`,
    end:
      'The link can be used once. It shows you a check number: tell it to the person who confirms your claim, in ' +
      'person or by telephone. If you did not expect this mail, ignore it.',
  },
  reset: {
    subject: (site: string) => `Your new password for ${site}`,
    lead: () => 'Somebody asked for a new password for this address.',
    end: 'The link can be used once, within an hour. If it was not you, ignore this mail; your password stays as it is.',
  },
};
const NO_RESET =
  'You are on the staff and have neither a passkey nor an authenticator app, so a link in a mail cannot set your password. ' +
  'Ask an operator or the chief risk officer to invite you again. A third person then confirms that it was you.\n\n' +
  'If it was not you, ignore this mail; your password stays as it is.';

/** Whether the link was mailed. */
export function mailLink(
  links: SignInLinks,
  { kind, email, code }: Pick<SignInInvitation, 'kind' | 'email' | 'code'>,
): Promise<boolean> {
  const page = kind === 'reset' ? 'reset' : 'invitation';
  const { subject, lead, end } = MAILS[page];
  const { siteName, link } = links;
  const text = `${lead(siteName)}\n\n${link(page, code)}\n\n${end}\n`;
  return sent(links, { to: email, subject: subject(siteName), text });
}

/** The link for a new password, or why there is none. */
export function mailReset(links: SignInLinks, { email, code }: RequestedReset): Promise<boolean> {
  if (code !== null) return mailLink(links, { kind: 'reset', email, code });
  const { subject, lead } = MAILS.reset;
  return sent(links, { to: email, subject: subject(links.siteName), text: `${lead()}\n\n${NO_RESET}\n` });
}

async function sent({ send }: SignInLinks, mail: Mail): Promise<boolean> {
  try {
    await send?.(mail);
    return send !== null;
  } catch {
    return false;
  }
}
