// Fields of forms: the label above, help below, and the error in its place. Native controls, for their keyboards and
// pickers on every device.

import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { DateInput, type DateInputProps } from './dates/date-input.tsx';
import styles from './field.module.css';
import { CrossGlyph } from './glyphs.tsx';

interface Frame {
  label: string;
  help?: ReactNode;
  error?: string | null;
}

interface Control {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export function Field({
  label,
  help,
  error = null,
  control,
}: Frame & { control: (props: Control) => ReactNode }) {
  const id = useId();
  const described = [help === undefined ? null : `${id}-help`, error === null ? null : `${id}-error`];
  const describedBy = described.filter((part) => part !== null).join(' ') || undefined;
  return (
    <div className={error === null ? styles.field : `${styles.field} ${styles.invalid}`}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {control({
        id,
        className: styles.input!,
        'aria-describedby': describedBy,
        'aria-invalid': error === null ? undefined : true,
      })}
      {help === undefined ? null : (
        <span className="muted type-13" id={`${id}-help`}>
          {help}
        </span>
      )}
      {error === null ? null : (
        <span className={styles.error} id={`${id}-error`} role="alert">
          <CrossGlyph /> {error}
        </span>
      )}
    </div>
  );
}

type TextProps = Frame & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className'> & { mono?: boolean };

export function TextField({ label, help, error, mono = false, ...input }: TextProps) {
  return (
    <Field
      label={label}
      help={help}
      error={error ?? null}
      control={(props) => (
        <input
          type="text"
          {...input}
          {...props}
          className={mono ? `${props.className} ${styles.mono}` : props.className}
        />
      )}
    />
  );
}

type DateProps = Frame &
  Pick<DateInputProps, 'name' | 'value' | 'defaultValue' | 'onChange' | 'max' | 'required'>;

export function DateField({ label, help, error, ...input }: DateProps) {
  return (
    <Field
      label={label}
      help={help}
      error={error ?? null}
      control={(props) => <DateInput {...input} {...props} />}
    />
  );
}

type AreaProps = Frame & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'>;

export function AreaField({ label, help, error, ...area }: AreaProps) {
  return (
    <Field
      label={label}
      help={help}
      error={error ?? null}
      control={(props) => (
        <textarea rows={3} {...area} {...props} className={`${props.className} ${styles.area}`} />
      )}
    />
  );
}

type SelectProps = Frame & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'>;

export function SelectField({ label, help, error, children, ...select }: SelectProps) {
  return (
    <Field
      label={label}
      help={help}
      error={error ?? null}
      control={(props) => (
        <select {...select} {...props}>
          {children}
        </select>
      )}
    />
  );
}

/** The number that only the person who claimed an invitation was shown. */
export function CheckNumberField({ error }: { error: string | null }) {
  return (
    <TextField
      name="check"
      label="Check number"
      help="Eight digits. Five wrong numbers end the invitation."
      error={error}
      pattern="\s*[0-9]{4}[\s\-]*[0-9]{4}\s*"
      title="Eight digits, such as 1234-5678"
      autoComplete="off"
      inputMode="numeric"
      mono
      required
      maxLength={20}
      autoFocus
    />
  );
}

type CheckProps = { children: ReactNode } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>;

export function CheckField({ children, ...input }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" {...input} />
      <span>{children}</span>
    </label>
  );
}
