// Checks the indicator of a verification page in the browser, and shows the results beside those of the server.

import { el } from '../dom/elements.ts';
import { whyNotAble } from './ability.ts';
import { type Checked, checkReceived } from './check.ts';
import { type Pins, readPins } from './pins.ts';
import { receiveKeys, receiveProof } from './received.ts';
import { rememberedPins, rememberPins } from './remembered.ts';
import { showSteps } from './rows.ts';
import { checkShown, whatPageShows } from './shown.ts';
import type { Proof } from './steps.ts';

const ALTERED = 'Altered, or not ours';
const NOT_CHECKED = 'Could not be checked here';

/** The verdict as the server wrote it, which is restored when a later check passes. */
interface Server {
  mark: string;
  sentence: string;
  lead: Node[];
}

export async function checkPage(verdict: HTMLElement): Promise<void> {
  const heading = verdict.querySelector('h1')!;
  const lead = verdict.querySelector('.lead')!;
  const server: Server = {
    mark: verdict.dataset.mark!,
    sentence: heading.textContent!,
    lead: [...lead.childNodes],
  };
  const say = (mark: string, sentence: string, explanation: readonly (Node | string)[]) => {
    verdict.dataset.mark = mark;
    if (heading.textContent !== sentence) {
      heading.textContent = sentence;
      lead.replaceChildren(...explanation);
      document.title = document.title.replace(/^[^:·]+/, `${sentence} `);
    }
  };
  const run = async (pins: Pins) => {
    const reason = await check(verdict, pins).catch((error: Error) => error.message);
    if (typeof reason === 'string') {
      say('attention', NOT_CHECKED, [
        `${reason} Our server’s own verdict was: ${server.sentence}. `,
        withoutUs(),
      ]);
      return;
    }
    verdict.querySelector('[data-checked-by]')!.textContent = 'Checked by this browser.';
    if (reason.verdict === 'altered') say('failed', ALTERED, [explain(reason)]);
    else if (saysOtherwise(verdict, reason.proof!))
      say('attention', NOT_CHECKED, [
        'This changed after the page was made. Reload the page to see what is true now.',
      ]);
    else say(server.mark, server.sentence, server.lead);
  };
  keepPins(run);
  await run(await readPins(rememberedPins()));
}

async function check(verdict: HTMLElement, pins: Pins): Promise<Checked | string> {
  const reason = await whyNotAble();
  if (reason !== null) return reason;
  const { verify: id = '', witnesses = '' } = verdict.dataset;
  const [proof, keys] = await Promise.all([receiveProof(id), receiveKeys()]);
  const received = { proof, keys, witnesses: witnesses.split(' ').filter((key) => key !== '') };
  const checked = await checkReceived(id, received, pins);
  const shown = checked.proof === null ? [] : [checkShown(checked.proof.statement, whatPageShows(document))];
  const steps = [...checked.steps, ...shown];
  showSteps(document.querySelector('.checks tbody')!, steps);
  const isAltered = steps.some(({ result }) => result === 'failed');
  return { ...checked, steps, verdict: isAltered ? 'altered' : 'genuine' };
}

function explain({ steps }: Checked): string {
  const failed = steps.filter(({ result }) => result === 'failed');
  const found = failed.map(({ name, found }) => `${name}: ${found}`).join(' ');
  return `Your browser’s check failed. ${found} Do not rely on this indicator, and tell us where you found it.`;
}

function withoutUs(): Node {
  return el('a', { href: '#without-us' }, 'Prove it without us.');
}

function saysOtherwise({ dataset }: HTMLElement, { state, followed_by, stale_since }: Proof): boolean {
  return dataset.says !== [state, followed_by.current, stale_since].join(' ');
}

/** The form for the reader's own keys, which the browser remembers. */
function keepPins(run: (pins: Pins) => Promise<void>): void {
  const form = document.querySelector<HTMLFormElement>('[data-pins]')!;
  const field = form.querySelector('textarea')!;
  const said = form.querySelector('[data-said]')!;
  field.value = rememberedPins();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const pins = await readPins(field.value);
    field.toggleAttribute('aria-invalid', pins.problems.length > 0);
    if (pins.problems.length > 0) {
      said.textContent = pins.problems.join(' ');
      return;
    }
    rememberPins(field.value.trim());
    await run(pins);
    said.textContent = field.value.trim() === '' ? 'No key is kept.' : 'Checked, and kept in this browser.';
  });
  form.querySelector('[data-forget]')!.addEventListener('click', async () => {
    field.value = '';
    rememberPins('');
    await run(await readPins(''));
    said.textContent = 'Forgotten.';
  });
}
