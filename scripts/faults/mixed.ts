// Mixed load with a random fault each minute, chosen from a seed so that a run can be repeated.

import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Result } from './fault.ts';
import { runFault } from './run-fault.ts';
import type { World } from './world/world.ts';

export interface MixedOptions {
  minutes: number;
  seed: number;
  /** How often a fault begins. */
  everySeconds: number;
  /** How long its cause lasts at most. */
  mostSeconds: number;
  tell: (line: string) => void;
}

export async function runMixed(
  world: World,
  faults: readonly Fault[],
  { minutes, seed, everySeconds, mostSeconds, tell }: MixedOptions,
): Promise<Result[]> {
  const random = generator(seed);
  const results: Result[] = [];
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end) {
    const begun = performance.now();
    const fault = faults[Math.floor(random() * faults.length)]!;
    const seconds = Math.min(fault.seconds.full, 1 + Math.floor(random() * mostSeconds));
    tell(`${fault.name} for ${seconds} s`);
    const result = await runFault(world, fault, seconds);
    tell(
      `  recovered after ${result.recoverySeconds?.toFixed(1) ?? 'never'} s, ${result.violations.length} violations`,
    );
    results.push(result);
    const left = Math.min(end, begun + everySeconds * 1000) - performance.now();
    if (left > 0) await pause(left);
  }
  return results;
}

/** Mulberry32: small, and the same everywhere. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
