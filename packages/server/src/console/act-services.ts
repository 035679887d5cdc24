// What acts need from the process that performs them: its settings, its keys and its place on the network.

import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract/disclosure';
import type { ActServices } from '@rf-indicators/core/acts/services';
import type { Context } from '@rf-indicators/core/context/context';
import type { PublishingPolicy } from '@rf-indicators/core/desk/runs/policy';
import { signInLinks } from '@rf-indicators/core/identity/mails';
import { readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import type { WitnessSetting } from '@rf-indicators/core/log/witnesses';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import server from '../../package.json' with { type: 'json' };
import { demoDisclosure } from '../demo/disclosure.ts';
import { mailer } from '../identity/mailer.ts';
import type { MailSettings } from '../identity/settings.ts';
import { nameResolver } from '../webhooks/sending/name-resolver.ts';

export interface ActSettings {
  dataDir: string;
  databaseUrl: string | null;
  masterKey: string | undefined;
  verifierKey: string | undefined;
  policy: PublishingPolicy;
  checkpointFile: string | null;
  webhookLoopback: boolean | null;
  baseUrl: string;
  siteName: string;
  mail: MailSettings | null;
  witnesses: readonly WitnessSetting[];
  witnessQuorum: number;
}

export function actServices(settings: ActSettings, context: Context): ActServices {
  const { dataDir, masterKey, verifierKey, policy, checkpointFile, webhookLoopback } = settings;
  const { baseUrl, siteName, mail } = settings;
  return {
    context,
    masterKey: () => readMasterKey(dataDir, masterKey),
    pinnedKey: async () => (await readPinnedKey(dataDir, verifierKey))?.key ?? null,
    policy,
    checkpointFile,
    version: server.version,
    examine: async () => {
      const { examine } = await import('@rf-indicators/core/desk/doctor/doctor');
      const { databaseUrl, witnesses, witnessQuorum } = settings;
      return examine({
        ...{ location: { dataDir, databaseUrl }, masterKey, verifierKey, checkpointFile, witnesses },
        ...{ witnessQuorum, ignoresSecondPerson: false, now: context.clock() },
      });
    },
    signInLinks: () => signInLinks(baseUrl, siteName, mailer(mail)),
    async targetRules() {
      return { allowLoopback: webhookLoopback ?? (await isDemo(context)), resolve: nameResolver() };
    },
    async renderTestEvent() {
      const { testEventRenderer } = await import('../rendering/events/test-event.ts');
      return testEventRenderer((await isDemo(context)) ? demoDisclosure() : LIMITATIONS_DISCLOSURE);
    },
  };
}

/** Beside a demo, a receiver on this machine is what people try first. */
async function isDemo({ store }: Context): Promise<boolean> {
  const { isDemoOrEmpty } = await import('../demo/world.ts');
  return isDemoOrEmpty(store);
}
