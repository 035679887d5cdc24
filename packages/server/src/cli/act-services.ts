// What acts need from the process that a command runs in: its settings, its keys and its place on the network.

import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract/disclosure';
import type { ActServices, Stage } from '@rf-indicators/core/acts/services';
import type { Context } from '@rf-indicators/core/context/context';
import { readPinnedKey } from '@rf-indicators/core/desk/log/pinned-key';
import { signInLinks } from '@rf-indicators/core/identity/mails';
import { readMasterKey } from '@rf-indicators/core/secrets/master-key';
import { demoDisclosure } from '../demo/disclosure.ts';
import { mailer } from '../identity/mailer.ts';
import { readConfig } from '../service/config.ts';
import { nameResolver } from '../webhooks/sending/name-resolver.ts';
import { type Progress, progressTo } from './progress.ts';
import type { Terminal } from './terminal.ts';

export function actServices(terminal: Terminal, context: Context): ActServices {
  const { dataDir, masterKey, verifierKey, policy, checkpointFile, webhookLoopback, baseUrl, mail } =
    readConfig(terminal.env);
  const shown = new Map<Stage, Progress>();
  return {
    context,
    masterKey: () => readMasterKey(dataDir, masterKey),
    pinnedKey: async () => (await readPinnedKey(dataDir, verifierKey))?.key ?? null,
    policy,
    checkpointFile,
    signInLinks: () => signInLinks(baseUrl, mailer(mail)),
    async targetRules() {
      return { allowLoopback: webhookLoopback ?? (await isDemo(context)), resolve: nameResolver() };
    },
    async renderTestEvent() {
      const { testEventRenderer } = await import('../rendering/events/test-event.ts');
      return testEventRenderer((await isDemo(context)) ? demoDisclosure() : LIMITATIONS_DISCLOSURE);
    },
    progress(stage, done, all) {
      const show = shown.get(stage) ?? progressTo(terminal, stage);
      shown.set(stage, show);
      show(done, all);
    },
  };
}

/** Beside a demo, a receiver on this machine is what people try first. */
async function isDemo({ store }: Context): Promise<boolean> {
  const { isDemoOrEmpty } = await import('../demo/world.ts');
  return isDemoOrEmpty(store);
}
