// What acts need from the process that performs them: its settings, its keys and its place on the network.

import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract/disclosure';
import type { ActServices } from '@rf-indicators/core/acts/services';
import { isDemo } from '@rf-indicators/core/context/beginning';
import type { Context } from '@rf-indicators/core/context/context';
import type { PublishingPolicy } from '@rf-indicators/core/desk/runs/policy';
import { signInLinks } from '@rf-indicators/core/identity/mails';
import { readPinnedKey } from '@rf-indicators/core/log/pinned-key';
import type { WitnessSetting } from '@rf-indicators/core/log/witnesses';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { type AllowedReceivers, NO_RECEIVERS } from '@rf-indicators/core/webhooks/allowed-receivers';
import server from '../../package.json' with { type: 'json' };
import { demoDisclosure } from '../demo/disclosure.ts';
import { mailer } from '../identity/mailer.ts';
import { secondFactorCipher } from '../identity/second-factor-cipher.ts';
import { configuredServers, type MailSettings, type OidcSettings } from '../identity/settings.ts';
import { nameResolver } from '../webhooks/sending/name-resolver.ts';
import { bookNameResolver } from './book-name-resolver.ts';

export interface ActSettings {
  dataDir: string;
  databaseUrl: string | null;
  masterKey: string | undefined;
  verifierKey: string | undefined;
  policy: PublishingPolicy;
  checkpointFile: string | null;
  webhookLoopback: boolean | null;
  webhookAllow: AllowedReceivers | null;
  baseUrl: string;
  siteName: string;
  mail: MailSettings | null;
  oidc: OidcSettings | null;
  witnesses: readonly WitnessSetting[];
  witnessQuorum: number;
}

export function actServices(settings: ActSettings, context: Context): ActServices {
  const { dataDir, masterKey, verifierKey, policy, checkpointFile } = settings;
  const { webhookLoopback, webhookAllow, baseUrl, siteName, mail } = settings;
  const servers = configuredServers(settings);
  return {
    context,
    masterKey: () => readMasterKey(dataDir, masterKey),
    secondFactors: secondFactorCipher,
    pinnedKey: async () => (await readPinnedKey(dataDir, verifierKey))?.key ?? null,
    policy,
    checkpointFile,
    version: server.version,
    examine: async () => {
      const { examine } = await import('@rf-indicators/core/desk/doctor/doctor');
      const { databaseUrl, witnesses, witnessQuorum } = settings;
      return examine({
        ...{
          location: { dataDir, databaseUrl, masterKey },
          masterKey,
          verifierKey,
          checkpointFile,
          witnesses,
          servers,
        },
        ...{ witnessQuorum, ignoresSecondPerson: false, now: context.clock() },
        secondFactors: secondFactorCipher,
      });
    },
    servers,
    signInLinks: () => signInLinks(baseUrl, siteName, mailer(context, mail)),
    async targetRules() {
      // Beside a demo, a receiver on this machine is what people try first.
      const allowLoopback = webhookLoopback ?? (await isDemo(context.store.db));
      return { allowLoopback, allowed: webhookAllow ?? NO_RECEIVERS, resolve: nameResolver() };
    },
    resolveNames: bookNameResolver(context.store.db),
    async renderTestEvent() {
      const { testEventRenderer } = await import('../rendering/events/test-event.ts');
      return testEventRenderer((await isDemo(context.store.db)) ? demoDisclosure() : LIMITATIONS_DISCLOSURE);
    },
  };
}
