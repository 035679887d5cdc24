// The command palette (Ctrl K): finds providers, inputs, documents, runs, people, pages, acts, guides and operations.

import { type SearchEntry, SearchIndex } from '@rf-indicators/contract/search';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useRead } from '../../api/acts.ts';
import { readDocuments } from '../../api/search.ts';
import type { FrameSection } from '../../frame/frame.tsx';
import { useStaff } from '../staff.ts';
import {
  actEntries,
  type Entry,
  type EntryGroup,
  entryOf,
  foundGroups,
  matchGroups,
  pageEntries,
} from './entries.ts';
import styles from './palette.module.css';

/** One request for a word, not for each of its letters. */
const TYPED_MS = 120;

interface PaletteProps {
  sections: readonly FrameSection[];
  onClose: () => void;
}

export function Palette({ sections, onClose }: PaletteProps) {
  const { history } = useRouter();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { groups, isSearching } = useGroups(sections, text.trim());
  const entries = groups.flatMap((group) => group.entries);
  const chosen = Math.min(at, entries.length - 1);
  const choose = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onClose();
    // Guides and operations are pages of the site, outside this application.
    if (!isOfDesk(entry.to)) return location.assign(entry.to);
    keepRecent(entry);
    history.push(entry.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setAt((chosen + step + entries.length) % entries.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(entries[chosen]);
    }
  };
  useEffect(() => {
    list.current?.querySelector(`[data-at="${chosen}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.scrim!}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
    >
      <Modal className={styles.modal!}>
        <Dialog aria-label="Go to" className={styles.dialog!}>
          <input
            className={styles.input}
            autoFocus
            type="text"
            role="combobox"
            aria-label="Provider, input, document, run, person, act or guide"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={entries.length === 0 ? undefined : `${id}-${chosen}`}
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            placeholder="Provider, input, document, run, person, act or guide"
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
          />
          <div
            ref={list}
            id={`${id}-list`}
            role="listbox"
            aria-label="Found"
            className={styles.list}
            tabIndex={-1}
          >
            <Groups groups={groups} id={id} chosen={chosen} onChoose={choose} onPoint={setAt} />
          </div>
          {entries.length > 0 ? null : (
            <p className={styles.none} role="status">
              {isSearching ? 'Searching…' : `Nothing is called “${text.trim()}”.`}
            </p>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

interface GroupsProps {
  groups: readonly EntryGroup[];
  id: string;
  chosen: number;
  onChoose: (entry: Entry) => void;
  onPoint: (at: number) => void;
}

function Groups({ groups, id, chosen, onChoose, onPoint }: GroupsProps) {
  let next = 0;
  return groups.map(({ title, entries }) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
    <div key={title} role="group" aria-label={title}>
      <p className={styles.group} aria-hidden="true">
        {title}
      </p>
      {entries.map((entry) => {
        const at = next++;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys act in the field
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
          <div
            key={entry.id}
            id={`${id}-${at}`}
            data-at={at}
            role="option"
            aria-selected={at === chosen}
            className={styles.option}
            onClick={() => onChoose(entry)}
            onPointerMove={() => onPoint(at)}
          >
            <span>{entry.name}</span>
            <span className={styles.detail}>{entry.detail}</span>
          </div>
        );
      })}
    </div>
  ));
}

function useGroups(
  sections: readonly FrameSection[],
  query: string,
): { groups: EntryGroup[]; isSearching: boolean } {
  const { roles } = useStaff();
  const typed = useSettled(query);
  const search = useRead('desk.search', { query: typed }, { enabled: typed !== '' });
  const acts = actEntries(roles);
  const pages = pageEntries(sections);
  const index = useSearchIndex([...acts, ...pages]);
  const isSearching = query !== '' && (typed !== query || search.data === undefined);
  const own: EntryGroup[] =
    query === ''
      ? [
          { title: 'Recent', entries: recentEntries() },
          { title: 'Acts', entries: acts.map(entryOf) },
          { title: 'Pages', entries: pages.map(entryOf) },
        ]
      : matchGroups(index.find(query, { inText: false }));
  const groups = [
    // What was found for another word would move under the eyes of the reader.
    ...(isSearching || query === '' ? [] : foundGroups(search.data?.data ?? [])),
    ...own,
  ];
  return { groups: groups.filter(({ entries }) => entries.length > 0), isSearching };
}

/** The acts and pages of the desk at once, and the guides and operations when they have arrived. */
function useSearchIndex(own: readonly SearchEntry[]): SearchIndex {
  const [index, setIndex] = useState(() => SearchIndex.of(own));
  const first = useRef(own);
  useEffect(() => {
    let isCurrent = true;
    readDocuments()
      .then((documents) => SearchIndex.build([...first.current, ...documents]))
      .then((whole) => isCurrent && setIndex(whole))
      // Without them the desk itself can still be searched.
      .catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, []);
  return index;
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const STORED = 'desk.palette.recent';
const MOST = 5;

/** What this person opened last from the palette, kept in this browser. */
function recentEntries(): Entry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function keepRecent(entry: Entry): void {
  const others = recentEntries().filter(({ id }) => id !== entry.id);
  localStorage.setItem(STORED, JSON.stringify([entry, ...others].slice(0, MOST)));
}

/** Anything else on this host could have written there. */
function isEntry(value: unknown): value is Entry {
  const { id, name, detail, to } = (value ?? {}) as Record<string, unknown>;
  const areTexts = [id, name, detail, to].every((text) => typeof text === 'string');
  return areTexts && isOfDesk(String(to));
}

function isOfDesk(address: string): boolean {
  return /^\/desk(?:[/?]|$)/.test(address);
}

/** Opens the palette with Ctrl K, or Command K on a Mac. */
export function usePalette(): { isOpen: boolean; open: () => void; close: () => void } {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      // Not over a dialog, which waits for an answer.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
}
