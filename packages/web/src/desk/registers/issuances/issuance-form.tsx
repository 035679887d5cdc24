// The fields of an issuance, for adding and for changing one.

import { type About, textOf } from '../../../ui/act-dialog.tsx';
import { DateField, SelectField, TextField } from '../../../ui/field.tsx';
import styles from '../registers.module.css';
import { type Issuance, TYPES } from './issuance.ts';

export const ISSUANCE_MEMBERS = [
  ...[
    'issuer_name',
    'name',
    'type',
    'currency',
    'announced_on',
    'pricing_on',
    'settles_on',
    'ticker',
    'isin',
  ],
  ...['amount', 'coupon_rate', 'price', 'provider_id', 'source_url'],
];

export function IssuanceFields({ about, given }: { about: About; given?: Issuance }) {
  const field = (name: keyof Issuance & string) => ({
    name,
    error: about(name),
    defaultValue: String(given?.[name] ?? ''),
  });
  return (
    <>
      <TextField label="Issuer" {...field('issuer_name')} required maxLength={120} autoFocus />
      <TextField label="Name" {...field('name')} required maxLength={120} />
      <div className={styles.pair}>
        <SelectField label="Type" {...field('type')}>
          {Object.entries(TYPES).map(([type, word]) => (
            <option key={type} value={type}>
              {word}
            </option>
          ))}
        </SelectField>
        <TextField label="Currency" {...field('currency')} required maxLength={3} mono />
      </div>
      <div className={styles.pair}>
        <DateField label="Announced on (UTC)" {...field('announced_on')} required />
        <DateField label="Pricing on (UTC)" {...field('pricing_on')} />
        <DateField label="Settles on (UTC)" {...field('settles_on')} />
        <TextField label="Ticker" {...field('ticker')} maxLength={12} mono />
        <TextField label="ISIN" {...field('isin')} maxLength={12} mono />
        <TextField label="Amount" {...field('amount')} inputMode="decimal" />
        <TextField label="Coupon, % a year" {...field('coupon_rate')} inputMode="decimal" />
        <TextField label="Price" {...field('price')} inputMode="decimal" />
        <TextField
          label="Provider"
          help="Slug, if the issuer is scored."
          {...field('provider_id')}
          maxLength={100}
        />
      </div>
      <TextField
        label="Source"
        help="An https address."
        {...field('source_url')}
        type="url"
        maxLength={2000}
      />
    </>
  );
}

/** What is empty is absent, or removed where there was something. */
export function detailsOf(form: FormData, given?: Issuance): Record<string, string | null> {
  return Object.fromEntries(
    ISSUANCE_MEMBERS.flatMap((name): [string, string | null][] => {
      const text = textOf(form, name);
      if (text !== undefined) return [[name, text]];
      return (given?.[name as keyof Issuance] ?? null) === null ? [] : [[name, null]];
    }),
  );
}
