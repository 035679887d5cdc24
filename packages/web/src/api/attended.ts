// Whether somebody is using the page: they pressed a key or a button a moment ago.

const MOMENT_MS = 60_000;

// Opening the page counts.
let usedAt = Date.now();

for (const sign of ['keydown', 'pointerdown', 'wheel'])
  addEventListener(
    sign,
    () => {
      usedAt = Date.now();
    },
    { capture: true, passive: true },
  );

export function isAttended(): boolean {
  return Date.now() - usedAt < MOMENT_MS;
}
