// Replays the file that a reader dropped or chose, and shows the result under the drop zone.

import { el } from '../dom/elements.ts';
import { stepTable, verdictLine } from './elements.ts';
import { readPins } from './pins.ts';
import { receiveKeys } from './received.ts';
import { rememberedPins } from './remembered.ts';
import { replayBytes } from './replay.ts';
import { trustedKeys } from './trust.ts';

const MOST_BYTES = 32 * 1024 * 1024;

export async function replayFile(file: File, pageId: string | null): Promise<void> {
  const place = document.querySelector('[data-replayed]')!;
  place.replaceChildren(el('p', { class: 'muted' }, `Replaying ${file.name}…`));
  if (file.size > MOST_BYTES) {
    place.replaceChildren(verdictLine('failed', 'This file is too large', 'A package has at most 32 MB.'));
    return;
  }
  const replayed = await replayBytes(new Uint8Array(await file.arrayBuffer()), await keys(), pageId);
  place.replaceChildren(
    verdictLine(replayed.isEqual ? 'passed' : 'failed', replayed.sentence, replayed.explanation),
    ...(replayed.steps.length === 0 ? [] : [stepTable(replayed.steps)]),
  );
}

/** None if the service cannot be reached: the arithmetic can still be checked. */
async function keys(): Promise<string[]> {
  const pins = await readPins(rememberedPins());
  const served = await receiveKeys().then(
    (text) => JSON.parse(text) as { data: unknown },
    () => ({ data: [] }),
  );
  return (await trustedKeys(served.data, pins)).map(({ public_key }) => public_key);
}
