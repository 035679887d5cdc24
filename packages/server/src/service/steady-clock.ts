// A clock that never runs backwards, whatever becomes of the machine's: windows are exact by it. Where the machine slept,
// or was set forward, it follows: keys must not outlive their end for it.

interface Sources {
  wall: () => number;
  /** Runs evenly; what it began with means nothing. */
  steady: () => number;
}

const OF_THE_MACHINE: Sources = { wall: () => Date.now(), steady: () => performance.now() };
/** The two differ by less from one look to the next as long as nothing happens. */
const NOTICED_MS = 100;

export function steadyClock({ wall, steady }: Sources = OF_THE_MACHINE) {
  let origin = wall() - steady();
  return {
    clock: () => origin + steady(),
    /** To be called every second or so. */
    catchUp(): void {
      const now = wall() - steady();
      if (now - origin > NOTICED_MS) origin = now;
    },
  };
}
