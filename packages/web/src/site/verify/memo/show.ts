// Checks the memo that a reader pasted, and shows what matches, what does not, and what was not checked.

import { el } from '../../dom/elements.ts';
import { whyNotAble } from '../ability.ts';
import { type Mark, result, table, verdictLine } from '../elements.ts';
import { nameInLine } from '../format.ts';
import { readPins } from '../pins.ts';
import { rememberedPins } from '../remembered.ts';
import { askAbout, askForNames } from './ask.ts';
import { type CheckedMemo, checkMemo, isOpen, isRight, verdictOn } from './check-memo.ts';
import type { Finding } from './finding.ts';
import type { NotChecked } from './not-checked.ts';

const OUTCOMES: Readonly<Record<Finding['outcome'], [mark: Mark, word: string]>> = {
  matches: ['passed', 'Matches'],
  rounded: ['passed', 'Matches, rounded'],
  'in range': ['passed', 'Within the range'],
  differs: ['failed', 'Differs'],
  'no such id': ['failed', 'No such id'],
  altered: ['failed', 'Altered, or not ours'],
  unclear: ['attention', 'Unclear'],
  'nothing beside': ['attention', 'Nothing to compare'],
  'not checked': ['unchecked', 'Could not be checked'],
};

const DETAILS: Readonly<Record<Finding['detail'], string>> = {
  id: 'Id',
  name: 'Name',
  score: 'Score',
  band: 'Band',
  date: 'Date',
};

export async function showMemo(form: HTMLFormElement): Promise<void> {
  const place = document.querySelector('[data-memo-result]')!;
  place.replaceChildren(el('p', { class: 'muted' }, 'Checking…'));
  const reason = await whyNotAble();
  if (reason !== null) {
    place.replaceChildren(verdictLine('attention', 'Could not be checked here', reason));
    return;
  }
  const pins = await readPins(rememberedPins());
  const checked = await checkMemo(form.querySelector('textarea')!.value, {
    indicators: (ids) => askAbout(ids, pins),
    providers: askForNames,
    today: new Date().toISOString().slice(0, 10),
  });
  if (checked === null) {
    place.replaceChildren(
      verdictLine(
        'attention',
        'No verification id in this text',
        'Only what stands beside an id can be checked.',
      ),
    );
    return;
  }
  place.replaceChildren(summary(checked), ...tablesOf(checked.findings), notCheckedList(checked.notChecked));
}

function summary(checked: CheckedMemo): HTMLElement {
  const { findings } = checked;
  const right = findings.filter(isRight).length;
  const failed = findings.filter((finding) => !isRight(finding) && !isOpen(finding)).length;
  const total = `${findings.length} ${findings.length === 1 ? 'detail' : 'details'}`;
  const verdict = verdictOn(checked);
  if (verdict === 'failed')
    return verdictLine(
      'failed',
      `${failed} of ${total} ${failed === 1 ? 'does' : 'do'} not match`,
      'Do not rely on this memo. Open the id to see what was published.',
    );
  if (findings.every(({ outcome }) => outcome === 'not checked'))
    return verdictLine(
      'attention',
      'Could not be checked here',
      'Try again when the service can be reached.',
    );
  if (verdict === 'attention')
    return verdictLine(
      'attention',
      right === findings.length
        ? 'Everything compared matches, but read on'
        : `${right} of ${total} match; the rest needs a reader`,
      'The tables say what is unclear or no longer current, and the list below them what was not compared at all.',
    );
  return verdictLine(
    'passed',
    findings.length === 1 ? 'The detail beside an id matches' : `All ${total} beside an id match`,
    'Names, scores, bands and dates beside an id were compared with what we signed.',
  );
}

/** What is said beside each id, in the order in which the ids appear. */
function tablesOf(findings: readonly Finding[]): HTMLElement[] {
  return [...Map.groupBy(findings, ({ id }) => id).values()].map((ofId) => {
    const { id, name, outcome } = ofId.find((finding) => finding.name !== null) ?? ofId[0]!;
    const order = Object.keys(DETAILS);
    const sorted = ofId.toSorted((a, b) => order.indexOf(a.detail) - order.indexOf(b.detail));
    return el(
      'section',
      { class: 'memo-id' },
      el('h3', {}, idOf(id, outcome), ...(name === null ? [] : [el('span', {}, nameInLine(name))])),
      table(['Detail', 'In the memo', 'Published', 'Result'], sorted.map(rowOf), 'memo-table'),
    );
  });
}

function rowOf({ detail, claimed, published, outcome, note }: Finding): (Node | string)[] {
  const more = note === null ? [] : [el('p', { class: 'muted' }, note)];
  const shown = el('div', {}, result(...OUTCOMES[outcome]), ...more);
  return [DETAILS[detail], nameInLine(claimed), nameInLine(published), shown];
}

/** More would hide the rest of the list. */
const MAX_TEXTS = 8;

function notCheckedList(notChecked: readonly NotChecked[]): HTMLElement {
  const always = 'Whether the conclusions follow, paraphrased bands ("rather safe"), and text in pictures';
  const lines = notChecked.map(({ what, texts }) => {
    if (texts.length === 0) return `${what}.`;
    const more = texts.length > MAX_TEXTS ? ` and ${texts.length - MAX_TEXTS} more` : '';
    return `${what}: ${texts.slice(0, MAX_TEXTS).map(nameInLine).join(' · ')}${more}.`;
  });
  return el(
    'div',
    { class: 'memo-unchecked' },
    el('h3', {}, 'Not checked'),
    el('ul', {}, ...[...lines, `${always}.`].map((line) => el('li', {}, line))),
  );
}

function idOf(id: string, outcome: Finding['outcome']): HTMLElement {
  if (outcome === 'no such id') return el('span', { class: 'id' }, id);
  const link = el('a', { class: 'id' }, id);
  link.setAttribute('href', `/verify/${id}`);
  return link;
}
