// A clock that never runs backwards, so that rate-limit windows stay exact. It follows the system clock forward, for
// example after the machine slept, so that keys do not outlive their expiry.

interface Sources {
  wall: () => number;
  /** A monotonic clock with an arbitrary origin. */
  steady: () => number;
}

const SYSTEM_CLOCKS: Sources = { wall: () => Date.now(), steady: () => performance.now() };
/** Normal drift between the two clocks from one call to the next is smaller. */
const MIN_JUMP_MS = 100;

export function steadyClock({ wall, steady }: Sources = SYSTEM_CLOCKS) {
  let origin = wall() - steady();
  return {
    clock: () => origin + steady(),
    /** Call this about once per second. */
    catchUp(): void {
      const now = wall() - steady();
      if (now - origin > MIN_JUMP_MS) origin = now;
    },
  };
}
