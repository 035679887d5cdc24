// Preloaded into a recorded server: its clock stands still at RF_ANSWERS_AT, so that two recordings of the same data
// differ in nothing but what the code answers. Timers are not affected.

import { isMainThread } from 'node:worker_threads';

const at = Date.parse(process.env.RF_ANSWERS_AT);

// A proxy and not a subclass: dates that Node makes itself must still be instances of Date.
globalThis.Date = new Proxy(Date, {
  construct: (target, given, as) => Reflect.construct(target, given.length === 0 ? [at] : given, as),
  apply: (target) => new target(at).toString(),
  get: (target, name, receiver) => (name === 'now' ? () => at : Reflect.get(target, name, receiver)),
});

// The serving thread adds elapsed time to the instant it started at. Other threads use elapsed time as a deadline only,
// where it has to pass.
if (isMainThread) performance.now = () => 0;
