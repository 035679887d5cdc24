// Progress of a benchmark, on stderr: on a terminal in one line that is overwritten, otherwise a line every ten seconds.

const QUIET_MS = 10_000;
const begun = performance.now();
let last = 0;

/** For steps of which there are many. */
export function reportProgress(text: string): void {
  const now = performance.now();
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K  ${text}`);
  else if (now - last >= QUIET_MS) reportStep(text);
  else return;
  last = now;
}

/** For steps of which there are few. */
export function reportStep(text: string): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  const seconds = Math.round((performance.now() - begun) / 1000);
  process.stderr.write(`  ${String(seconds).padStart(5)} s  ${text}\n`);
}
