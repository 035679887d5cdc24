// A page is ready when it has its heading, nothing loads any more, and its fonts are drawn.

const QUIET_MS = 120;
/** The page of components shows one that loads for ever. */
const MOST_QUIET_ROUNDS = 5;

export async function settled(): Promise<void> {
  let requests = -1;
  for (let quiet = 0; quiet < MOST_QUIET_ROUNDS; quiet += 1) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const now = performance.getEntriesByType('resource').length;
    const isDrawn = document.querySelector('h1') !== null;
    if (!isDrawn || now !== requests) quiet = 0;
    else if (document.querySelector('[aria-busy="true"]') === null) break;
    requests = now;
  }
  await document.fonts.ready;
}
