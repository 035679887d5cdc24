// Rates of other currencies: the customer's, with their dates. We fetch none. Without one, positions stand outside the sums.

import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { DateField, TextField } from '../../../ui/field.tsx';
import { utcDate } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import { today } from '../book.ts';
import styles from './upload.module.css';
import type { FileReading, Given, ReadRows } from './use-file-reading.ts';

type Rate = NonNullable<Given['rates']>[number];

interface RatesStepProps {
  reading: FileReading;
  read: ReadRows;
  /** Of the book. */
  currency: string;
}

export function RatesStep({ reading, read, currency }: RatesStepProps) {
  const { rates, without_rate } = read;
  const [changed, setChanged] = useState<string | null>(null);
  if (rates.length === 0 && without_rate.length === 0) return null;
  const open =
    without_rate.includes(changed ?? '') || rates.some((rate) => rate.currency === changed) ? changed : null;
  return (
    <Section title="Rates">
      <p className={styles.said}>
        Rates are yours, and so are their dates. A currency without a rate stands outside the sums.
      </p>
      <ul className={styles.rates}>
        {[...without_rate.map((of) => ({ currency: of, rate: null, as_of: null })), ...rates].map((rate) => (
          <li key={rate.currency}>
            <strong>{rate.currency}</strong>
            <span>
              {rate.rate === null ? 'no rate' : `${rate.rate} ${currency}, of ${utcDate(rate.as_of)}`}
            </span>
            <Button
              kind="quiet"
              label={`${rate.rate === null ? 'Give' : 'Change'} the rate of ${rate.currency}`}
              onPress={() => setChanged(rate.currency)}
            >
              {rate.rate === null ? 'Give the rate' : 'Change'}
            </Button>
          </li>
        ))}
      </ul>
      {open === null ? null : (
        <RateForm
          key={open}
          of={open}
          currency={currency}
          known={rates.find((rate) => rate.currency === open)}
          onRate={(rate) => {
            setChanged(null);
            reading.say({ rates: [...rates.filter((one) => one.currency !== rate.currency), rate] });
          }}
        />
      )}
    </Section>
  );
}

interface RateFormProps {
  of: string;
  currency: string;
  known: Rate | undefined;
  onRate: (rate: Rate) => void;
}

function RateForm({ of, currency, known, onRate }: RateFormProps) {
  const [rate, setRate] = useState(known?.rate ?? '');
  const [day, setDay] = useState(known?.as_of ?? today());
  const isRate = /^\d{1,15}(\.\d{1,12})?$/.test(rate.trim()) && /[1-9]/.test(rate);
  return (
    <form
      className={styles.rate}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRate && day !== '') onRate({ currency: of, rate: rate.trim(), as_of: day });
      }}
    >
      <TextField
        label={`1 ${of} is worth, in ${currency}`}
        value={rate}
        inputMode="decimal"
        placeholder="0.92"
        autoComplete="off"
        onChange={({ target }) => setRate(target.value)}
      />
      <DateField label="Day of the rate" value={day} onChange={({ target }) => setDay(target.value)} />
      <Button type="submit" notAllowed={isRate ? null : 'write a number with a decimal point'}>
        Use the rate
      </Button>
    </form>
  );
}
