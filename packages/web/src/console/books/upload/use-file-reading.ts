// A file that is read again with each answer. The last reading stays in view while the next one is made.

import type { AnswerOf, InputOf } from '@rf-indicators/contract/acts';
import { useRef, useState } from 'react';
import { callAct } from '../../../api/acts.ts';

export type FileInput = InputOf<'books.read_file'>;
export type FileAnswer = AnswerOf<'books.read_file'>;
export type ReadRows = NonNullable<FileAnswer['read']>;
/** What somebody said about the file. */
export type Given = Omit<FileInput, 'book' | 'file'>;
export type Field = keyof NonNullable<FileInput['columns']>;

export interface FileReading {
  file: FileInput['file'] | null;
  given: Given;
  answer: FileAnswer | null;
  error: Error | null;
  isReading: boolean;
  /** Another file, of which nothing has been said but the day. */
  open: (file: FileInput['file']) => void;
  say: (more: Given) => void;
}

export function useFileReading(book: string): FileReading {
  const [file, setFile] = useState<FileInput['file'] | null>(null);
  const [given, setGiven] = useState<Given>({});
  const [answer, setAnswer] = useState<FileAnswer | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [isReading, setReading] = useState(false);
  const newest = useRef(0);
  const read = async (of: FileInput['file'], said: Given) => {
    newest.current += 1;
    const own = newest.current;
    setReading(true);
    setError(null);
    try {
      const read = await callAct('books.read_file', { book, file: of, ...said });
      if (own === newest.current) setAnswer(read);
    } catch (problem) {
      if (own === newest.current) setError(problem as Error);
    } finally {
      if (own === newest.current) setReading(false);
    }
  };
  return {
    ...{ file, given, answer, error, isReading },
    open: (next) => {
      const said = given.effective_on === undefined ? {} : { effective_on: given.effective_on };
      setFile(next);
      setGiven(said);
      setAnswer(null);
      void read(next, said);
    },
    say: (more) => {
      const said = { ...given, ...more };
      setGiven(said);
      if (file !== null) void read(file, said);
    },
  };
}
