// Entry: one document, many inputs. Opens a draft of one's own, or begins one with the first thing that is typed.

import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { isProblem } from '../../api/problem.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { staffId, useStaff } from '../staff.ts';
import { completeDraft, type DraftContent, emptyDraft } from './draft.ts';
import { DraftsList } from './drafts-list.tsx';
import styles from './entry.module.css';
import { EntryDesk } from './entry-desk.tsx';
import { type KeptDraft, keptDraft } from './kept-draft.ts';

interface Begun extends KeptDraft {
  /** Whether this browser has what the service may not have. */
  isKeptHere: boolean;
}

export function Entry() {
  const person = useStaff();
  const staff = staffId(person);
  const navigate = useNavigate({ from: '/desk/entry' });
  const search = useSearch({ from: '/desk/entry' });
  const [fresh, setFresh] = useState(() => crypto.randomUUID() as string);
  const [proposed, setProposed] = useState<number | null>(null);
  const id = search.draft ?? fresh;
  const opened = useOpened(staff, id, id === fresh);
  const restart = () => {
    setFresh(crypto.randomUUID());
    void navigate({ search: {}, replace: true });
  };
  const begun: Begun | undefined =
    id === fresh && opened === undefined
      ? { id, seen: 0, isKeptHere: false, content: emptyDraft(rowOf(search)) }
      : opened instanceof Error
        ? undefined
        : opened;
  if (opened instanceof Error)
    return (
      <>
        <Title title="Entry" />
        {isProblem(opened, 'not_found') ? (
          <p>
            There is no such draft: it was proposed or discarded.{' '}
            <Button kind="quiet" onPress={restart}>
              Begin a new entry
            </Button>
          </p>
        ) : (
          <ProblemBox error={opened} />
        )}
        <DraftsList staff={staff} current={id} onDiscarded={restart} />
      </>
    );
  if (begun === undefined) return <Title title="Entry" />;
  return (
    <EntryDesk
      key={id}
      person={person}
      begun={begun}
      isKeptHere={begun.isKeptHere}
      onBegun={() => {
        setProposed(null);
        void navigate({ search: { draft: id }, replace: true });
      }}
      onProposed={(values) => {
        setProposed(values);
        restart();
      }}
      onDiscarded={restart}
      onMoved={(draft) => void navigate({ search: { draft }, replace: true })}
      news={
        proposed === null ? null : (
          <p className={styles.news} role="status">
            {plural(proposed, 'value')} proposed as one batch. A reviewer decides: see{' '}
            <a href="/desk/approvals">Approvals</a>.
          </p>
        )
      }
    />
  );
}

function rowOf({ provider = '', input = '' }: { provider?: string; input?: string }) {
  return { subject: provider, input };
}

/** Undefined while it is read; what this browser kept comes first, because it is newer. */
function useOpened(staff: string, id: string, isFresh: boolean): Begun | Error | undefined {
  const [kept] = useState(() => new Map<string, KeptDraft | null>());
  if (!kept.has(id)) kept.set(id, isFresh ? null : keptDraft(staff, id));
  const own = kept.get(id) ?? null;
  const stored = useRead('drafts.show', { draft: id }, { enabled: !isFresh && own === null });
  if (own !== null) return { ...own, isKeptHere: true };
  if (isFresh) return undefined;
  if (stored.data !== undefined) {
    const { version, content } = stored.data;
    return {
      id,
      seen: version,
      isKeptHere: false,
      content: completeDraft(content as unknown as DraftContent),
    };
  }
  return stored.error ?? undefined;
}
