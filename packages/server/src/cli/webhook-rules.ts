// What holds for webhooks in the store that the command works on.

import { LIMITATIONS_DISCLOSURE } from '@rf-indicators/contract/disclosure';
import { readConfig } from '../config.ts';
import type { Desk } from '../publishing/desk.ts';
import { demoDisclosure } from '../serving/disclosure.ts';
import { nameResolver, type TargetRules } from '../webhooks/target-check.ts';
import type { Terminal } from './terminal.ts';

/** A command beside a demo knows that it is one: a receiver on this machine is what people try first. */
async function isDemo({ store }: Desk): Promise<boolean> {
  const { isDemoOrEmpty } = await import('../demo/world.ts');
  return isDemoOrEmpty(store);
}

export async function targetRules(terminal: Terminal, desk: Desk): Promise<TargetRules> {
  const { webhookLoopback } = readConfig(terminal.env);
  return { allowLoopback: webhookLoopback ?? (await isDemo(desk)), resolve: nameResolver() };
}

export async function disclosureOf(desk: Desk): Promise<string> {
  return (await isDemo(desk)) ? demoDisclosure() : LIMITATIONS_DISCLOSURE;
}

/** "a, b" as a list; undefined where nothing was given. */
export function readList(text: string | undefined): string[] | undefined {
  return text?.split(',').flatMap((part) => part.trim() || []);
}
