// The entries of the timeline in plain words.

import type { InputOf } from '@rf-indicators/contract/acts';
import { bandName } from '../../charts/bands.ts';
import { hundredths, inputValue, inWords } from '../../ui/format.ts';
import type { ProviderFile, TimelineEntry } from './file.ts';

export type TimelineKind = NonNullable<InputOf<'providers.timeline'>['kind']>;

export const KIND_WORDS: Readonly<Record<TimelineKind, string>> = {
  inputs: 'inputs',
  evidence: 'evidence',
  flags: 'type and flags',
  yields: 'yields',
  publications: 'publications',
  corrections: 'corrections',
  staleness: 'staleness',
  requests: 'requests',
  notes: 'notes',
  record: 'changes of the record',
};

export function inputLabel(input: string | null, { sheet }: ProviderFile): string {
  if (input === null) return '';
  return sheet.find((row) => row.input === input)?.label ?? inWords(input);
}

const PUBLISHED: Readonly<Record<string, string>> = {
  first: 'First indicator published',
  renewal: 'Indicator renewed',
  correction: 'Corrected indicator published',
  reinstatement: 'Indicator reinstated',
  methodology_change: 'Indicator published under a new framework',
};

const DECIDED: Readonly<Record<string, string>> = {
  proposed: 'proposed',
  approved: 'approved',
  renewed: 'checked, unchanged, approved',
  rejected: 'rejected',
  retracted: 'retracted',
};

export function sentenceOf(entry: TimelineEntry, file: ProviderFile): string {
  const { what, who, text, input, value, grade, score, band } = entry;
  const by = who === null ? '' : ` by ${who}`;
  const because = text === null || text === '' ? '' : `: ${text}`;
  if (input !== null && value !== null)
    return `${inputLabel(input, file)} ${inputValue(value)}, grade ${grade ?? 'unknown'}, ${DECIDED[what] ?? inWords(what)}${by}${because}`;
  if (score !== null && band !== null)
    return `${PUBLISHED[what] ?? `Indicator published (${inWords(what)})`}: ${hundredths(score)}, ${bandName(band)}${by}${because}`;
  switch (what) {
    case 'recorded':
      return `Evidence recorded${by}${because}, grade ${grade ?? 'unknown'}`;
    case 'stale':
      return `Stale${because}`;
    case 'no_longer_stale':
      return 'No longer stale';
    case 'withdrawn':
      return `Withdrawn${who === null ? ' by the service' : `, approved by ${who}`}${because}`;
    case 'withdrawal_requested':
      return `Withdrawal asked for${by}${because}`;
    case 'correction_drafted':
      return `Correction drafted${by}${because} (${draftState(value)})`;
    case 'reinstatement_drafted':
      return `Reinstatement drafted${by}${because} (${draftState(value)})`;
    case 'noted':
      return `Note${by}${because}`;
    case 'added':
      return `Added${by}${because}`;
    default:
      return `Record changed${by}${because}`;
  }
}

function draftState(status: string | null): string {
  return status === 'draft' ? 'waits for the committee' : (status ?? '');
}
