// An SMTP server on loopback that keeps the mails it receives.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { SMTPServer } from 'smtp-server';
import type { MailSettings } from '../../src/identity/settings.ts';

export interface MailServer {
  mail: MailSettings;
  received: { to: string[]; text: string }[];
  stop(): Promise<void>;
}

export async function mailServer(t: TestContext): Promise<MailServer> {
  const received: MailServer['received'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, callback) {
      let text = '';
      stream.on('data', (part) => {
        text += part;
      });
      stream.on('end', () => {
        // Quoted-printable, as nodemailer sends long lines.
        const plain = text.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: plain });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  t.after(stop);
  return { mail: { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'RF <rf@example.com>' }, received, stop };
}
