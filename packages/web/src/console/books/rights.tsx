// Who has which rights in a book. A Contract Admin gives and takes them.

import type { AnswerOf } from '@rf-indicators/contract/acts';
import { useState } from 'react';
import { onePage, useRead } from '../../api/acts.ts';
import { ActDialog, textOf } from '../../ui/act-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckField, SelectField } from '../../ui/field.tsx';
import { date, roleName } from '../../ui/format.ts';
import { List } from '../../ui/list.tsx';
import { Section } from '../../ui/section.tsx';
import type { Column } from '../../ui/table.tsx';
import { IfMay, useMay, WhoMay } from '../person.tsx';
import { CHANGES, RIGHT_WORDS, type Right } from './book.ts';
import styles from './books.module.css';

type Holder = AnswerOf<'books.rights'>['data'][number];

const RIGHTS: readonly Right[] = ['see', 'edit', 'approve_limits'];

export function BookRights({ book }: { book: string }) {
  const rights = useRead('books.rights', { book });
  const mayGive = useMay('books.give_rights');
  const [isGiving, setGiving] = useState(false);
  const [changed, setChanged] = useState<Holder | null>(null);
  return (
    <Section
      title="Rights"
      aside={
        <IfMay act="books.give_rights">
          <Button kind="quiet" onPress={() => setGiving(true)}>
            Give rights
          </Button>
        </IfMay>
      }
    >
      <WhoMay act="books.give_rights" doing="give and take rights" />
      <List
        label="Rights"
        pages={onePage(rights, rights.data?.data)}
        columns={COLUMNS}
        keyOf={({ person }) => person}
        empty="Nobody has rights in this book."
        {...(mayGive
          ? {
              open: {
                isOpen: () => false,
                onOpen: setChanged,
                label: ({ person_name }: Holder) => `Change the rights of ${person_name}`,
              },
            }
          : {})}
      />
      {isGiving ? <GiveRights book={book} onClose={() => setGiving(false)} /> : null}
      {changed === null ? null : (
        <ChangeRights book={book} holder={changed} onClose={() => setChanged(null)} />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<Holder>[] = [
  {
    head: 'Person',
    cell: ({ person_name, removed }) => (removed ? `${person_name} (left)` : person_name),
    text: ({ person_name }) => person_name,
  },
  { head: 'Role', isFixed: true, isMinor: true, text: ({ role }) => roleName(role) },
  {
    head: 'Rights',
    isMinor: true,
    text: ({ rights }) =>
      rights.length === 0 ? 'none' : rights.map((right) => RIGHT_WORDS[right]).join(', '),
  },
  {
    head: 'Changed',
    isMinor: true,
    text: ({ changed_at, changed_by_name, by_themselves }) =>
      `${date(changed_at)}, by ${by_themselves ? 'themselves' : changed_by_name}`,
  },
];

function GiveRights({ book, onClose }: { book: string; onClose: () => void }) {
  const members = useRead('members.list', { limit: 1000 });
  return (
    <ActDialog
      act="books.give_rights"
      changes={CHANGES}
      title="Give rights in this book"
      lead="Everybody who sees the book can see who has rights in it, and who gave them. Every right comes with the right to see it."
      submit="Give the rights"
      busy="Giving…"
      fields={(about) => (
        <>
          <SelectField name="person" label="Person" error={about('person')} required defaultValue="">
            <option value="" disabled>
              Choose a person
            </option>
            {members.data?.data
              .filter(({ removed_at }) => removed_at === null)
              .map(({ id, name, role }) => (
                <option key={id} value={id}>
                  {name}, {roleName(role)}
                </option>
              ))}
          </SelectField>
          <RightBoxes given={['see']} />
        </>
      )}
      inputOf={(form) => ({ book, person: textOf(form, 'person') ?? '', rights: rightsIn(form) })}
      onClose={onClose}
    />
  );
}

/** What is ticked is given, and what is not is taken. */
function ChangeRights({ book, holder, onClose }: { book: string; holder: Holder; onClose: () => void }) {
  const { person, person_name: name, rights } = holder;
  const [isTaking, setTaking] = useState(false);
  if (isTaking)
    return (
      <ActDialog
        act="books.take_rights"
        changes={CHANGES}
        title={`Take all rights from ${name}?`}
        lead={`The book then does not exist for ${name}, unless ${name} is a Contract Admin.`}
        submit="Take the rights"
        busy="Taking…"
        isFinal
        inputOf={() => ({ book, person })}
        onClose={onClose}
      />
    );
  return (
    <ActDialog
      act="books.give_rights"
      changes={CHANGES}
      title={`Rights of ${name}`}
      lead={
        rights.length === 0 ? (
          `${name} has no rights in this book.`
        ) : (
          <>
            {name} may {rights.map((right) => RIGHT_WORDS[right]).join(', ')}.{' '}
            <Button kind="quiet" onPress={() => setTaking(true)}>
              Take all rights
            </Button>
          </>
        )
      }
      submit="Give the rights"
      busy="Giving…"
      fields={() => <RightBoxes given={rights.length === 0 ? ['see'] : rights} />}
      inputOf={(form) => ({ book, person, rights: rightsIn(form) })}
      onClose={onClose}
    />
  );
}

function RightBoxes({ given }: { given: readonly Right[] }) {
  return (
    <fieldset className={styles.boxes} aria-label="Rights">
      {RIGHTS.map((right) => (
        <CheckField key={right} name={right} defaultChecked={given.includes(right)}>
          {RIGHT_WORDS[right]}
        </CheckField>
      ))}
    </fieldset>
  );
}

function rightsIn(form: FormData): Right[] {
  const ticked = RIGHTS.filter((right) => form.has(right));
  return ticked.length === 0 ? ['see'] : ticked;
}
