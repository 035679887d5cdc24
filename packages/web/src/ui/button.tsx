// Buttons: one primary in a view, secondary ones with a border, quiet ones underlined.

import type { ReactNode } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components';
import styles from './button.module.css';

interface ButtonProps {
  children: ReactNode;
  kind?: 'primary' | 'secondary' | 'quiet';
  type?: 'button' | 'submit';
  /** Shown instead of the label while the act is under way, such as "Publishing…". */
  busy?: string | false;
  /** Why it cannot be pressed. It can still be focused, and the reason is read out. */
  notAllowed?: string | null;
  label?: string;
  autoFocus?: boolean;
  onPress?: (event: PressEvent) => void;
  form?: string;
}

export function Button(props: ButtonProps) {
  const { children, kind = 'secondary', type = 'button', busy = false, notAllowed = null, label } = props;
  const inert = busy !== false || notAllowed !== null;
  return (
    <AriaButton
      className={[styles.button, kind === 'secondary' ? '' : styles[kind]].join(' ')}
      type={inert ? 'button' : type}
      autoFocus={props.autoFocus ?? false}
      {...(props.form === undefined || inert ? {} : { form: props.form })}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(inert ? { 'aria-disabled': 'true' } : {})}
      {...(inert || props.onPress === undefined ? {} : { onPress: props.onPress })}
    >
      <span className={styles.label}>
        <span className={busy === false ? '' : styles.hidden}>{children}</span>
        {busy === false ? null : <span>{busy}</span>}
      </span>
      {notAllowed === null ? null : <span className="visually-hidden">{` (${notAllowed})`}</span>}
    </AriaButton>
  );
}
