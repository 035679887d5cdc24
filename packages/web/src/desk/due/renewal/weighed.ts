// The lines of a renewal with what the desk says about each: its effect, or what is missing or wrong.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { callAct } from '../../../api/acts.ts';
import { utcDate } from '../../../ui/format.ts';
import { dateOf, type Line } from './draft.ts';

type Answer = AnswerOf<'due.renewal'>;
export type Weighed = Answer['rows'][number];
export type Definition = Answer['definitions'][string];

export interface Weighing {
  /** null until it is known of what the line says now. */
  of: (line: Line) => Weighed | null;
  definitionOf: (line: Line) => Definition | null;
  grades: readonly string[];
}

/** As many as the act takes. */
export const MOST_LINES = 100;

function questionOf(line: Line) {
  return {
    ...{ provider: line.row.slug, input: line.row.input, value: line.value },
    grade: line.evidence?.grade ?? null,
    evidence_date: dateOf(line) || null,
  };
}

export function useWeighed(lines: readonly Line[]): Weighing {
  const rows = useDeferredValue(JSON.stringify(lines.slice(0, MOST_LINES).map(questionOf)));
  const { data } = useQuery({
    queryKey: ['due.renewal', rows],
    queryFn: async () => {
      const asked: ReturnType<typeof questionOf>[] = JSON.parse(rows);
      const answer = await callAct('due.renewal', { rows: asked });
      return {
        ...answer,
        byQuestion: new Map(answer.rows.map((row, at) => [JSON.stringify(asked[at]), row])),
      };
    },
    enabled: rows !== '[]',
    placeholderData: keepPreviousData,
  });
  return {
    of: (line) => data?.byQuestion.get(JSON.stringify(questionOf(line))) ?? null,
    definitionOf: ({ row }) => data?.definitions[row.input] ?? null,
    grades: data?.grades ?? ['A', 'B', 'C', 'D', 'E'],
  };
}

export interface Fault {
  member: 'value' | 'evidence' | 'date';
  words: string;
}

const GRADES_WITHOUT_COPY = ['D', 'E'];

/** What is missing or wrong, before anything is sent. */
export function faultOf(line: Line, weighed: Weighed | null, today: string): Fault | null {
  const { row, value, evidence } = line;
  const date = dateOf(line);
  if (row.in_review)
    return { member: 'value', words: 'A proposal is awaiting approval already: a reviewer decides.' };
  if (value !== null && value.trim() === '') return { member: 'value', words: 'Enter the new value.' };
  if (weighed?.problem?.member === 'value') return { member: 'value', words: weighed.problem.message };
  if (evidence === null) return { member: 'evidence', words: 'Choose the evidence.' };
  if (evidence.id === null && evidence.sha256 === null && !GRADES_WITHOUT_COPY.includes(evidence.grade))
    return { member: 'evidence', words: `Grade ${evidence.grade} needs its document.` };
  if (date === '') return { member: 'date', words: 'Enter the date of the evidence.' };
  if (date > today) return { member: 'date', words: 'Must not be in the future.' };
  if (row.evidence_date !== null && (value === null ? date <= row.evidence_date : date < row.evidence_date))
    return { member: 'date', words: `Must be after ${utcDate(row.evidence_date)} (on file).` };
  return null;
}
