// A second process that makes the same attempt at the same time. It is started once, and ends with the first.

import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ActName } from '@rf-indicators/contract/acts';
import type { Caller } from '@rf-indicators/core/acts/caller';
import { performAct } from '@rf-indicators/core/acts/perform';
import { connectStore } from '@rf-indicators/core/store/connect';
import type { StoreLocation } from '@rf-indicators/core/store/store';
import { contextOf, servicesOf } from './desk.ts';
import { refusalOf, type Try } from './refusal.ts';

interface Job {
  location: StoreLocation;
  now: number;
  caller: Caller;
  name: ActName;
  input: object;
}

type Reply = Try | { error: string };

let second: ChildProcess | null = null;

/** Opens the store, performs the act and closes the store. */
export async function performOnce({ location, now, caller, name, input }: Job): Promise<Try> {
  const store = await connectStore(location);
  try {
    const services = servicesOf(contextOf(store, () => now));
    return await refusalOf(performAct(services, caller, name, input as never));
  } finally {
    await store.close();
  }
}

export function performElsewhere(job: Job): Promise<Try> {
  second ??= start();
  const child = second;
  child.ref();
  child.channel!.ref();
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`the second process ended with ${code}`));
    child.once('exit', ended);
    child.once('message', (reply: Reply) => {
      child.off('exit', ended);
      // An idle second process must not keep the first one alive.
      child.channel!.unref();
      child.unref();
      if ('error' in reply) reject(new Error(reply.error));
      else resolve(reply);
    });
    child.send(job);
  });
}

function start(): ChildProcess {
  const child = fork(fileURLToPath(import.meta.url), { execArgv: [] });
  process.on('exit', () => child.kill());
  return child;
}

if (import.meta.main) {
  process.on('message', (job: Job) => {
    performOnce(job).then(
      (reply) => process.send!(reply),
      (error) => process.send!({ error: String((error as Error).stack) }),
    );
  });
}
