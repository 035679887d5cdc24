// The program inside a file that a reader keeps: it checks the statement and the proof in the same file, without a network.

import { fingerprintInGroups } from '@rf-indicators/engine';
import { el } from '../../dom/elements.ts';
import { whyNotAble } from '../ability.ts';
import { type Checked, checkReceived } from '../check.ts';
import { stepTable } from '../elements.ts';
import { shortDay } from '../format.ts';
import { type Pins, readPins } from '../pins.ts';
import { checkShown, whatPageShows } from '../shown.ts';

const text = (id: string) => document.getElementById(id)!.textContent!;
const verdict = document.querySelector<HTMLElement>('[data-verify]')!;
const form = document.querySelector<HTMLFormElement>('[data-pins]')!;

run('');
form.addEventListener('submit', (event) => {
  event.preventDefault();
  run(form.querySelector('textarea')!.value);
});

async function run(entered: string): Promise<void> {
  const reason = await whyNotAble();
  if (reason !== null)
    return say('attention', 'Could not be checked here', `${reason} Open the file in another browser.`);
  const pins = await readPins(entered);
  document.querySelector('[data-said]')!.textContent = pins.problems.join(' ');
  if (pins.problems.length > 0) return;
  const checked = await check(pins);
  document.querySelector('[data-steps]')!.replaceChildren(stepTable(checked.steps));
  showFingerprint(checked.fingerprint);
  const failed = checked.steps.filter(({ result }) => result === 'failed');
  if (failed.length > 0) {
    const found = failed.map(({ name, found }) => `${name}: ${found}`).join(' ');
    return say('failed', 'Altered, or not ours', `${found} Do not rely on this file.`);
  }
  const later = `What happened after ${shortDay(text('kept-at'))}, when the file was made, it cannot know.`;
  if (checked.isPinned)
    return say(
      'passed',
      'Genuine',
      `It is signed with the key that you keep, and it was in the log. ${later}`,
    );
  say(
    'attention',
    'Unaltered, if the key is the publisher’s',
    `Statement, signature and proof fit together. Now compare the key below with one that you got in another way. ${later}`,
  );
}

async function check(pins: Pins): Promise<Checked> {
  const received = {
    proof: text('proof'),
    keys: text('keys'),
    witnesses: JSON.parse(text('witnesses')) as string[],
  };
  const checked = await checkReceived(verdict.dataset.verify!, received, pins);
  if (checked.proof === null) return checked;
  return {
    ...checked,
    steps: [...checked.steps, checkShown(checked.proof.statement, whatPageShows(document))],
  };
}

function showFingerprint(fingerprint: string | null): void {
  const words = fingerprint === null ? 'No key of this file signed it.' : fingerprintInGroups(fingerprint);
  document.querySelector('[data-fingerprint]')!.replaceChildren(el('code', {}, words));
}

function say(mark: string, sentence: string, explanation: string): void {
  verdict.dataset.mark = mark;
  verdict.querySelector('h1')!.textContent = sentence;
  verdict.querySelector('.lead')!.textContent = explanation;
}
