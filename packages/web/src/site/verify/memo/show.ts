// Checks the memo that a reader pasted, and shows the result as a table.

import { el } from '../../dom/elements.ts';
import { whyNotAble } from '../ability.ts';
import { type Mark, result, table, verdictLine } from '../elements.ts';
import { nameInLine } from '../format.ts';
import { readPins } from '../pins.ts';
import { rememberedPins } from '../remembered.ts';
import { askAbout } from './ask.ts';
import { mentionsIn } from './claims.ts';
import { compare, type Finding } from './compare.ts';

const OUTCOMES: Readonly<Record<Finding['outcome'], [mark: Mark, word: string]>> = {
  matches: ['passed', 'Matches'],
  rounded: ['passed', 'Matches, rounded'],
  differs: ['failed', 'Differs'],
  'no such id': ['failed', 'No such id'],
  altered: ['failed', 'Altered, or not ours'],
  'not checked': ['unchecked', 'Could not be checked'],
};

export async function checkMemo(form: HTMLFormElement): Promise<void> {
  const place = document.querySelector('[data-memo-result]')!;
  const mentions = mentionsIn(form.querySelector('textarea')!.value);
  if (mentions.length === 0) {
    place.replaceChildren(
      verdictLine(
        'attention',
        'No verification id in this text',
        'Only what stands beside an id can be checked.',
      ),
    );
    return;
  }
  place.replaceChildren(el('p', { class: 'muted' }, 'Checking…'));
  const reason = await whyNotAble();
  if (reason !== null) {
    place.replaceChildren(verdictLine('attention', 'Could not be checked here', reason));
    return;
  }
  const ids = [...new Set(mentions.flatMap((mention) => mention.ids))];
  const known = await askAbout(ids, await readPins(rememberedPins()));
  const findings = compare(mentions, known);
  place.replaceChildren(summary(findings), tableOf(findings));
}

function summary(findings: readonly Finding[]): HTMLElement {
  const count = (mark: Mark) => findings.filter(({ outcome }) => OUTCOMES[outcome][0] === mark).length;
  const [failed, open, total] = [count('failed'), count('unchecked'), findings.length];
  if (failed > 0)
    return verdictLine(
      'failed',
      `${failed} of ${total} ${total === 1 ? 'figure' : 'figures'} ${failed === 1 ? 'does' : 'do'} not match`,
      'Do not rely on those figures. Open the id to see what was published.',
    );
  if (open > 0)
    return verdictLine('attention', 'Could not be checked here', `${open} of ${total} could not be checked.`);
  return verdictLine(
    'passed',
    total === 1 ? 'The figure beside an id matches' : `All ${total} figures beside an id match`,
    'Figures in other sentences and dates were not checked.',
  );
}

function tableOf(findings: readonly Finding[]): HTMLElement {
  const rows = findings.map(({ id, name, claimed, published, outcome, note }) => [
    el('div', {}, idOf(id, outcome), ...(name === null ? [] : [el('p', {}, nameInLine(name))])),
    claimed,
    published,
    el(
      'div',
      {},
      result(...OUTCOMES[outcome]),
      ...(note === null ? [] : [el('p', { class: 'muted' }, note)]),
    ),
  ]);
  return table(['Id', 'In the memo', 'Published', 'Result'], rows, 'memo-table');
}

function idOf(id: string, outcome: Finding['outcome']): HTMLElement {
  if (outcome === 'no such id') return el('span', { class: 'id' }, id);
  const link = el('a', { class: 'id' }, id);
  link.setAttribute('href', `/verify/${id}`);
  return link;
}
