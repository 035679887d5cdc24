// One book: its composite and what holds it down, exposure against score, what needs somebody, and its positions; its limits, its
// versions, its settings, and the upload of another version.

import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { readAgain, useRead } from '../../api/acts.ts';
import { useProviders } from '../../api/providers.ts';
import { Title } from '../../frame/title.tsx';
import { Button } from '../../ui/button.tsx';
import { count, plural, utcDate } from '../../ui/format.ts';
import { Split } from '../../ui/panel.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { withCurrency } from './amounts.ts';
import { BandShares } from './band-shares.tsx';
import {
  type BookSearch,
  type BookSettings,
  CHANGES,
  type Figures,
  type Searching,
  whichOf,
} from './book.ts';
import styles from './books.module.css';
import { Breaches } from './breaches.tsx';
import { ChangeSince } from './change.tsx';
import { Composite } from './composite.tsx';
import { ExposureChart } from './exposure-chart.tsx';
import { LimitsView } from './limits.tsx';
import { MoreFigures } from './more-figures.tsx';
import { BandsOverTime } from './over-time.tsx';
import { PositionPanel } from './position-panel.tsx';
import { Positions } from './positions.tsx';
import { BookSettingsView } from './settings.tsx';
import { Upload } from './upload/upload.tsx';
import { PastNote, Versions } from './versions.tsx';

interface BookPageProps {
  id: string;
  searching: Searching;
  /** How many books there are. */
  others: number;
  /** Begins another one. */
  add: ReactNode;
}

export function BookPage({ id, searching, others, add }: BookPageProps) {
  const { search, set } = searching;
  const settings = useRead('books.settings', { book: id });
  const figures = useRead('books.show', { book: id, ...whichOf(search) });
  const nameOf = useNames(figures.data);
  const client = useQueryClient();
  if (settings.data === undefined)
    return (
      <>
        <Title title="Book" note="" />
        <ProblemBox error={settings.error} onRetry={() => void settings.refetch()} />
        {settings.error === null ? <div className={styles.waits} aria-busy="true" /> : null}
      </>
    );
  const { view } = search;
  const shown = figures.data;
  const go = (to: BookSearch['view']) => set({ view: to, position: '' }, { isStep: true });
  return (
    <Split
      panel={
        shown !== undefined && view === 'book' && search.position !== '' ? (
          <PositionPanel
            key={search.position}
            figures={shown}
            settings={settings.data}
            searching={searching}
          />
        ) : null
      }
      list={
        <>
          <Title
            title={settings.data.name}
            tab={`${settings.data.name} · Book`}
            note={shown === undefined ? '' : <Standing figures={shown} />}
            act={
              // All at once, so that none moves.
              shown === undefined && figures.error === null ? null : (
                <Acts settings={settings.data} figures={shown} view={view} onGo={go} />
              )
            }
          />
          <div className={styles['views-row']}>
            <Views view={view} />
            <span className={styles.ways}>
              {others > 1 ? (
                <Button
                  kind="quiet"
                  onPress={() => set({ book: '', list: true, view: 'book', position: '' }, { isStep: true })}
                >
                  {`All ${count(others)} books`}
                </Button>
              ) : null}
              {add}
            </span>
          </div>
          <div className={styles.view}>
            {view === 'book' ? (
              <>
                <PastNote searching={searching} />
                <ProblemBox error={figures.error} onRetry={() => void figures.refetch()} />
                {shown === undefined ? (
                  <div className={styles.waits} aria-busy={figures.error === null} />
                ) : (
                  <BookView
                    figures={shown}
                    settings={settings.data}
                    searching={searching}
                    nameOf={nameOf}
                    onGo={go}
                  />
                )}
              </>
            ) : view === 'limits' ? (
              <LimitsView
                settings={settings.data}
                figures={figures.error === null ? shown : (shown ?? null)}
                nameOf={nameOf}
              />
            ) : view === 'versions' ? (
              <Versions book={id} searching={searching} />
            ) : view === 'settings' ? (
              <BookSettingsView
                settings={settings.data}
                versions={(shown?.version ?? null) !== null}
                onDeleted={() => {
                  set({ book: '', list: true, view: 'book', position: '' });
                  void readAgain(client, CHANGES);
                }}
              />
            ) : (
              <Upload settings={settings.data} onDone={() => go('book')} />
            )}
          </div>
        </>
      }
    />
  );
}

function Standing({ figures: { names, total, currency, version } }: { figures: Figures }) {
  if (version === null) return <>empty</>;
  return (
    <>
      {plural(names, 'name')} · {withCurrency(total, currency)} · from {utcDate(version.effective_on)} on
    </>
  );
}

interface ActsProps {
  settings: BookSettings;
  figures: Figures | undefined;
  view: BookSearch['view'];
  onGo: (view: BookSearch['view']) => void;
}

/** The main act: what is breached first, and otherwise another version. */
function Acts({ settings, figures, view, onGo }: ActsProps) {
  const mayEdit = settings.rights.includes('edit');
  const breaches = figures?.limits.filter(({ breached }) => breached).length ?? 0;
  const isFirst = view === 'book' && breaches > 0;
  const { workspace } = useParams({ from: '/console/$workspace/books' });
  if (view === 'upload') return null;
  return (
    <>
      {figures === undefined || figures.version === null ? null : (
        <Link
          className={styles.way}
          to="/console/$workspace/books/$book/report"
          params={{ workspace, book: figures.id }}
        >
          Report
        </Link>
      )}
      <Button
        kind={isFirst ? 'secondary' : 'primary'}
        notAllowed={mayEdit ? null : 'takes the right to edit the book'}
        onPress={() => onGo('upload')}
      >
        Upload
      </Button>
      {isFirst ? (
        <Button
          kind="primary"
          onPress={() => {
            const section = document.getElementById('breaches');
            section?.scrollIntoView({ block: 'center' });
            section?.focus({ preventScroll: true });
          }}
        >
          Resolve {plural(breaches, 'breach', 'breaches')}
        </Button>
      ) : null}
    </>
  );
}

const VIEWS = { book: 'Book', limits: 'Limits', versions: 'Versions', settings: 'Settings' } as const;

function Views({ view }: { view: BookSearch['view'] }) {
  return (
    <nav className={`tabs ${styles.views}`} aria-label="Views">
      {Object.entries(VIEWS).map(([one, words]) => (
        <Link
          key={one}
          className="tab"
          from="/console/$workspace/books"
          to="."
          search={(before: Record<string, unknown>) => {
            const { view: _, position: __, ...rest } = before;
            return one === 'book' ? rest : { ...rest, view: one };
          }}
          aria-current={one === view ? 'page' : undefined}
          data-selected={one === view ? '' : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

interface BookViewProps {
  figures: Figures;
  settings: BookSettings;
  searching: Searching;
  nameOf: (name: string) => string;
  onGo: (view: BookSearch['view']) => void;
}

function BookView({ figures, settings, searching, nameOf, onGo }: BookViewProps) {
  if (figures.version === null)
    return (
      <p className={styles.empty}>
        The book is empty. Upload a CSV or XLSX file of positions: its columns are recognised, and nothing is
        saved before you have seen what it would be.
      </p>
    );
  return (
    <>
      <div className={styles.overview}>
        <Composite figures={figures} />
        <ExposureChart figures={figures} search={searching.search} />
      </div>
      <BandShares bands={figures.bands} />
      <Breaches
        figures={figures}
        settings={settings}
        nameOf={nameOf}
        onUpload={() => onGo('upload')}
        onLimits={() => onGo('limits')}
      />
      <Positions figures={figures} searching={searching} />
      <div className={styles.columns}>
        <div>
          <ChangeSince book={figures.id} searching={searching} />
        </div>
        <div>
          <BandsOverTime book={figures.id} />
        </div>
      </div>
      <MoreFigures figures={figures} />
    </>
  );
}

/** Names of providers by id: of those with a score, and of those in the book. Other names are themselves. */
function useNames(figures: Figures | undefined): (name: string) => string {
  const providers = useProviders();
  const names = new Map<string, string>(providers?.map(({ id, name }) => [id, name]));
  const listed = [
    ...(figures?.losses.data ?? []),
    ...(figures?.worst ?? []),
    ...(figures?.unscored.data ?? []),
    ...(figures?.withdrawn ?? []),
  ];
  for (const { provider, name } of listed) if (provider !== null) names.set(provider, name);
  return (name) => names.get(name) ?? (ID.test(name) ? 'a provider without a score' : name);
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
