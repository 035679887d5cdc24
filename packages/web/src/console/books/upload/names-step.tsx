// Which providers the names of a file are. A similar name is never taken: somebody chooses in a dialog, or leaves the name without
// a score.

import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { plural } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { ChooseName } from '../choose-name.tsx';
import styles from './upload.module.css';
import type { FileReading, ReadRows } from './use-file-reading.ts';

type Name = ReadRows['names']['data'][number];

const BY: Readonly<Record<NonNullable<Name['by']>, string>> = {
  choice: 'you chose it',
  earlier_choice: 'as in the version before',
  name: 'by its name',
  lei: 'by its LEI',
  isin: 'by its ISIN',
  ticker: 'by its ticker',
};

const keyOf = ({ name, rows }: Name) => `${name} ${rows[0]}`;

export function NamesStep({ reading, read: { names } }: { reading: FileReading; read: ReadRows }) {
  const [chosen, setChosen] = useState<Name | null>(null);
  const [isWhole, setWhole] = useState(false);
  const unmatched = names.data.filter(({ state }) => state !== 'matched');
  const rows = isWhole ? names.data : unmatched;
  return (
    <Section
      title={
        unmatched.length === 0
          ? `All ${plural(names.matched, 'name')} matched`
          : `${plural(names.choose + names.none, 'name')} not matched`
      }
      aside={
        <Button kind="quiet" onPress={() => setWhole(!isWhole)}>
          {isWhole ? 'Show those not matched' : `Show all ${names.data.length}`}
        </Button>
      }
    >
      <p className={styles.said}>
        {plural(names.matched, 'name')} matched by an identifier, by exactly the name of a provider, or by a
        known other name. A similar name is never taken: it is often that of another legal entity.
      </p>
      <Table
        label="Names"
        rows={rows}
        keyOf={keyOf}
        empty="Every name has a provider."
        columns={columnsOf(setChosen)}
      />
      {chosen === null ? null : (
        <ChooseName
          name={chosen.name}
          why={chosen.why}
          candidates={
            chosen.provider === null || chosen.candidates.some(({ id }) => id === chosen.provider!.id)
              ? chosen.candidates
              : [{ id: chosen.provider.id, name: chosen.provider.name }, ...chosen.candidates]
          }
          onChoose={(provider) => {
            const others = (reading.given.choices ?? []).filter(({ name }) => name !== chosen.name);
            setChosen(null);
            reading.say({ choices: [...others, { name: chosen.name, provider: provider?.id ?? null }] });
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </Section>
  );
}

function columnsOf(onChoose: (name: Name) => void): Column<Name>[] {
  return [
    { head: 'In the file', text: ({ name }) => `“${name}”` },
    {
      head: 'Provider',
      isMinor: true,
      cell: ({ provider, by, candidates, state }) =>
        provider !== null ? (
          <>
            {provider.name} <span className="muted">{by === null ? '' : BY[by]}</span>
          </>
        ) : (
          <span className="muted">
            {by === 'choice'
              ? 'none, as you chose'
              : state === 'choose'
                ? `${candidates[0]!.likeness} % like ${candidates[0]!.name}`
                : 'nothing alike'}
          </span>
        ),
    },
    {
      head: '',
      cell: (name) => (
        <Button kind="quiet" label={`Choose the provider of ${name.name}`} onPress={() => onChoose(name)}>
          Choose
        </Button>
      ),
    },
  ];
}
