// The draft that is open: what is typed, and its saving a moment after each change.

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callAct, readAgain } from '../../api/acts.ts';
import { ConnectionError, ProblemError } from '../../api/problem.ts';
import { type DraftContent, filledRows, isEmpty, titleOf, withNextRow } from './draft.ts';
import { forgetDraft, type KeptDraft, keepDraft } from './kept-draft.ts';

const SAVES_AFTER_MS = 700;
const TRIES_AGAIN_AFTER_MS = 3000;

/** Names this page, so that its own saves never contradict each other. */
const WRITER = crypto.randomUUID();

export type Saving =
  | { state: 'new' | 'unsaved' | 'saving' }
  | { state: 'saved'; at: number }
  /** Kept in this browser, and tried again. */
  | { state: 'cut' }
  | { state: 'refused'; error: Error };

interface OpenDraft {
  id: string;
  content: DraftContent;
  saving: Saving;
  change: (next: (content: DraftContent) => DraftContent) => void;
  /** Ends the saving: it was proposed or discarded. */
  end: () => void;
}

export function useDraft(staff: string, begun: KeptDraft, isKeptHere: boolean): OpenDraft {
  const client = useQueryClient();
  const { id } = begun;
  const [content, setContent] = useState(() => withNextRow(begun.content));
  const [saving, setSaving] = useState<Saving>({
    state: begun.seen === 0 ? 'new' : 'saved',
    at: Date.now(),
  } as Saving);
  const latest = useRef({
    content,
    seen: begun.seen,
    isChanged: isKeptHere,
    isSaving: false,
    hasEnded: false,
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(async () => {
    const now = latest.current;
    if (now.isSaving || now.hasEnded || !now.isChanged) return;
    if (isEmpty(now.content) && now.seen === 0) return;
    const sent = now.content;
    Object.assign(now, { isSaving: true, isChanged: false });
    setSaving({ state: 'saving' });
    try {
      const input = {
        draft: id,
        title: titleOf(sent).slice(0, 300),
        rows: filledRows(sent).length,
        content: sent as unknown as Record<string, unknown>,
        seen: now.seen,
        writer: WRITER,
      };
      const isNew = now.seen === 0;
      now.seen = (await callAct('drafts.save', input)).version;
      now.isSaving = false;
      if (now.hasEnded) return;
      if (now.isChanged) return void save();
      forgetDraft(staff, id);
      setSaving({ state: 'saved', at: Date.now() });
      if (isNew) void readAgain(client, ['drafts']);
    } catch (error) {
      Object.assign(now, { isSaving: false, isChanged: true });
      if (now.hasEnded) return;
      const isCut = comesBack(error);
      setSaving(isCut ? { state: 'cut' } : { state: 'refused', error: error as Error });
      if (isCut) timer.current = setTimeout(() => void save(), TRIES_AGAIN_AFTER_MS);
    }
  }, [client, id, staff]);

  const change = useCallback(
    (next: (content: DraftContent) => DraftContent) => {
      const now = latest.current;
      now.content = withNextRow(next(now.content));
      now.isChanged = true;
      setContent(now.content);
      if (now.hasEnded) return;
      keepDraft(staff, { id, seen: now.seen, content: now.content });
      setSaving((before) =>
        before.state === 'cut' || before.state === 'refused' ? before : { state: 'unsaved' },
      );
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), SAVES_AFTER_MS);
    },
    [id, save, staff],
  );

  // What a reload interrupted is saved at once; leaving the page saves without waiting.
  useEffect(() => {
    const tryNow = () => void save();
    tryNow();
    addEventListener('online', tryNow);
    return () => {
      removeEventListener('online', tryNow);
      clearTimeout(timer.current);
      tryNow();
    };
  }, [save]);

  const end = useCallback(() => {
    latest.current.hasEnded = true;
    clearTimeout(timer.current);
    forgetDraft(staff, id);
  }, [id, staff]);
  return { id, content, saving, change, end };
}

/** Whether the same save will work later: there is no connection, or the service is unavailable. */
function comesBack(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ProblemError && (error.problem.status >= 500 || error.problem.status === 429);
}
