// The limits of a book: how much of each is used, and the change of them that waits for a second person.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { useRead } from '../../api/acts.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { date, plural } from '../../ui/format.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { Section } from '../../ui/section.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { usePerson } from '../person.tsx';
import { exact } from './amounts.ts';
import {
  type BookSettings,
  CHANGES,
  type Figures,
  type LimitUse,
  MEASURE_WORDS,
  scopeWords,
} from './book.ts';
import styles from './books.module.css';
import { type EditedLimit, EditLimit, RemoveLimit } from './edit-limit.tsx';
import { LimitBar } from './limit-bar.tsx';

type Limits = AnswerOf<'books.limits'>;
type Limit = NonNullable<Limits['active']>['limits'][number];

interface LimitsProps {
  settings: BookSettings;
  /** Undefined while they are read; null if they cannot be. */
  figures: Figures | null | undefined;
  /** Names of providers by id. */
  nameOf: (name: string) => string;
}

export function LimitsView({ settings, figures, nameOf }: LimitsProps) {
  const limits = useRead('books.limits', { book: settings.id });
  const [edited, setEdited] = useState<EditedLimit | null>(null);
  const [removed, setRemoved] = useState<Limit | null>(null);
  const { data } = limits;
  const mayEdit = settings.rights.includes('edit');
  // All at once, so that no column moves.
  if (data === undefined || figures === undefined)
    return <ProblemBox error={limits.error} onRetry={() => void limits.refetch()} />;
  const active = data.active?.limits ?? [];
  const used = new Map(figures?.limits.map((use) => [use.id, use]));
  const waits = data.asked === null ? null : 'a change waits for a second person: decide it first';
  return (
    <>
      {data.asked === null ? null : (
        <Asked settings={settings} limits={data} nameOf={nameOf} asked={data.asked} />
      )}
      <Section
        title={active.length === 0 ? 'Limits' : plural(active.length, 'limit')}
        aside={
          mayEdit ? (
            <Button kind="quiet" notAllowed={waits} onPress={() => setEdited({ limit: null })}>
              Add a limit
            </Button>
          ) : undefined
        }
      >
        <p className={styles.said}>
          {data.active === null
            ? 'Adding or lowering a limit takes one person. Raising, removing or redirecting one takes a second person with the right to approve limits.'
            : `Active since ${date(data.active.since)}, asked by ${data.active.asked_by_name}${data.active.approved_by_name === null ? '' : ` and approved by ${data.active.approved_by_name}`}. To raise, remove or redirect a limit takes a second person.`}
        </p>
        <Table
          label="Limits"
          rows={active}
          keyOf={({ id }) => id}
          empty="No limit yet. A limit holds for a name, a group or a band, and says at once when it is breached."
          columns={columnsOf(used, settings.currency, nameOf)}
          {...(mayEdit && waits === null
            ? {
                open: {
                  isOpen: () => false,
                  onOpen: (limit: Limit) => setEdited({ limit }),
                  label: ({ of }: Limit) => `Change the limit of ${scopeWords(of, nameOf)}`,
                },
              }
            : {})}
        />
      </Section>
      {edited === null ? null : (
        <EditLimit
          settings={settings}
          limits={active}
          newest={data.newest}
          edited={edited}
          nameOf={nameOf}
          onRemove={(limit) => {
            setEdited(null);
            setRemoved(limit);
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {removed === null ? null : (
        <RemoveLimit
          book={settings.id}
          limits={active}
          newest={data.newest}
          limit={removed}
          what={scopeWords(removed.of, nameOf)}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}

export function limitText(
  { measure, at_most }: Pick<Limit, 'measure' | 'at_most'>,
  currency: string,
): string {
  return measure === 'share' ? `${at_most} %` : `${currency} ${exact(at_most)} ${measure}`;
}

function columnsOf(
  used: ReadonlyMap<string, LimitUse>,
  currency: string,
  nameOf: (name: string) => string,
): Column<Limit>[] {
  const useOf = ({ id }: Limit) => used.get(id);
  return [
    { head: 'About', text: ({ of }) => scopeWords(of, nameOf) },
    { head: 'Measures', isFixed: true, isMinor: true, text: ({ measure }) => MEASURE_WORDS[measure] },
    {
      head: 'Used',
      isFigure: true,
      isMinor: true,
      text: (limit) => {
        const use = useOf(limit);
        if (use === undefined) return null;
        return limit.measure === 'share' ? `${use.used} %` : exact(use.used);
      },
    },
    {
      head: 'At most',
      isFigure: true,
      isMinor: true,
      text: ({ measure, at_most }) =>
        measure === 'share' ? `${at_most} %` : `${currency} ${exact(at_most)}`,
    },
    {
      head: 'Use of it',
      isMinor: true,
      cell: (limit) => {
        const use = useOf(limit);
        return use === undefined ? null : <LimitBar used={use.used} most={use.at_most} />;
      },
    },
    {
      head: 'State',
      isMinor: true,
      text: (limit) => {
        const use = useOf(limit);
        if (use === undefined) return null;
        const outside = use.outside === 0 ? '' : `, ${plural(use.outside, 'position')} outside`;
        return `${use.breached ? 'breached' : 'holds'}${outside}`;
      },
    },
  ];
}

const HOW: Readonly<Record<NonNullable<Limits['asked']>['loosened'][number]['how'], string>> = {
  raised: 'raised',
  removed: 'removed',
  measure_changed: 'measures something else',
  scope_changed: 'is about something else',
};

/** What waits for a second person: each limit that it loosens, old and new. */
function Asked({
  settings,
  limits: { active },
  asked,
  nameOf,
}: {
  settings: BookSettings;
  limits: Limits;
  asked: NonNullable<Limits['asked']>;
  nameOf: (name: string) => string;
}) {
  const person = usePerson();
  const [open, setOpen] = useState<'approve' | 'refuse' | null>(null);
  const { id: book, currency, rights } = settings;
  const { number, loosened, asked_by, asked_by_name, asked_at } = asked;
  const isOwn = person.acting_as === `members/${asked_by}`;
  const mayApprove = rights.includes('approve_limits');
  const whyNot = isOwn
    ? 'another person than who asked approves'
    : mayApprove
      ? null
      : 'takes the right to approve limits';
  const textIn = (all: readonly Limit[] | undefined, id: string) => {
    const limit = all?.find((one) => one.id === id);
    return limit === undefined ? 'none' : limitText(limit, currency);
  };
  const lines = loosened.map(({ id, how }) => {
    const limit = active?.limits.find((one) => one.id === id) ?? asked.limits.find((one) => one.id === id);
    return {
      id,
      about: limit === undefined ? id : scopeWords(limit.of, nameOf),
      how: HOW[how],
      from: textIn(active?.limits, id),
      to: textIn(asked.limits, id),
    };
  });
  const what = `${plural(lines.length, 'limit')}: ${lines.map(({ about, from, to }) => `${about}, ${from} to ${to}`).join('; ')}`;
  const close = () => setOpen(null);
  return (
    <Section title={`${asked_by_name} asked for higher limits`}>
      <p className={styles.said}>
        Asked on {date(asked_at)}. All of it waits until a second person decides, and nothing else can be
        asked for meanwhile.
      </p>
      <Table
        isSmall
        label="Limits that are loosened"
        rows={lines}
        keyOf={({ id }) => id}
        empty=""
        columns={[
          { head: 'About', text: ({ about }) => about },
          { head: 'Now', isFigure: true, text: ({ from }) => from },
          { head: 'Then', isFigure: true, text: ({ to }) => to },
          { head: 'Change', isExtra: true, text: ({ how }) => how },
        ]}
      />
      <div className={styles.acts}>
        <Button kind="primary" notAllowed={whyNot} onPress={() => setOpen('approve')}>
          Approve
        </Button>
        <Button
          notAllowed={isOwn || mayApprove ? null : 'takes the right to approve limits'}
          onPress={() => setOpen('refuse')}
        >
          {isOwn ? 'Take it back' : 'Refuse'}
        </Button>
        {whyNot === null ? null : <span className={styles.said}>To approve it: {whyNot}.</span>}
      </div>
      {open === 'approve' ? (
        <ActDialog
          act="books.approve_limits"
          changes={CHANGES}
          title="Approve these limits?"
          lead={`They are active at once. ${what}.`}
          submit="Approve"
          busy="Approving…"
          inputOf={() => ({ book, number })}
          onClose={close}
        />
      ) : null}
      {open === 'refuse' ? (
        <ActDialog
          act="books.refuse_limits"
          changes={CHANGES}
          title={isOwn ? 'Take back what you asked for?' : 'Refuse these limits?'}
          lead="The active limits stay as they are."
          submit={isOwn ? 'Take it back' : 'Refuse'}
          busy="Sending…"
          inputOf={() => ({ book, number })}
          onClose={close}
        />
      ) : null}
    </Section>
  );
}
