// Chooses the provider of a name that is in the book, and saves the book with it as another version.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callAct, readAgain, useRead } from '../../api/acts.ts';
import { CHANGES } from './book.ts';
import { ChooseName } from './choose-name.tsx';

interface MatchPositionProps {
  book: string;
  /** As the book has it. */
  name: string;
  onClose: () => void;
}

export function MatchPosition({ book, name, onClose }: MatchPositionProps) {
  const found = useRead('books.find_names', { book, names: [{ name }] });
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const one = found.data?.data[0];
  if (one === undefined && found.error === null) return null;
  const exact = one?.provider ?? null;
  const save = async (provider: string) => {
    setBusy(true);
    setError(null);
    try {
      const { contents, newest } = await callAct('books.contents', { book });
      const positions = (contents.positions as { name: string; provider: string | null }[]).map((position) =>
        position.provider === null && isSameName(position.name, name) ? { ...position, provider } : position,
      );
      await callAct('books.save', { book, contents: { ...contents, positions }, seen: newest });
      await readAgain(client, CHANGES);
      onClose();
    } catch (problem) {
      setError(problem as Error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <ChooseName
      name={name}
      why={`${one?.why ?? ''} What you choose is saved as another version of the book.`}
      candidates={exact === null ? (one?.candidates ?? []) : [{ id: exact.id, name: exact.name }]}
      busy={busy && 'Saving…'}
      error={error ?? found.error}
      onChoose={(provider) => {
        if (provider === null) onClose();
        else void save(provider.id);
      }}
      onClose={onClose}
    />
  );
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
