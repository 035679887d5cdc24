// What holds for webhooks in the store that the command works on.

import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract/disclosure';
import type { Context } from '@rf-indicators/core/context/context';
import type { TargetRules } from '@rf-indicators/core/webhooks/target-check';
import { demoDisclosure } from '../../demo/disclosure.ts';
import { readConfig } from '../../service/config.ts';
import { nameResolver } from '../../webhooks/sending/name-resolver.ts';
import type { Terminal } from '../terminal.ts';

/** A command beside a demo knows that it is one: a receiver on this machine is what people try first. */
async function isDemo({ store }: Context): Promise<boolean> {
  const { isDemoOrEmpty } = await import('../../demo/world.ts');
  return isDemoOrEmpty(store);
}

export async function targetRules(terminal: Terminal, context: Context): Promise<TargetRules> {
  const { webhookLoopback } = readConfig(terminal.env);
  return { allowLoopback: webhookLoopback ?? (await isDemo(context)), resolve: nameResolver() };
}

export async function disclosureOf(context: Context): Promise<string> {
  return (await isDemo(context)) ? demoDisclosure() : LIMITATIONS_DISCLOSURE;
}

/** "a, b" as a list; undefined where nothing was given. */
export function readList(text: string | undefined): string[] | undefined {
  return text?.split(',').flatMap((part) => part.trim() || []);
}
