// A field with suggestions: the first that fits is ready, so that a few letters and Enter are enough. Other text can be
// typed or pasted too; the form says what is wrong with it.

import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';
import styles from './combobox.module.css';

export interface Suggestion {
  value: string;
  label: string;
  /** A second, muted line. */
  detail?: string | undefined;
}

interface ComboboxProps {
  label: string;
  /** What the field shows while nobody types. */
  text: string;
  /** For what is being typed. */
  suggest: (typed: string) => readonly Suggestion[];
  /** A value that was picked, or the text as it was typed. */
  onChange: (value: string) => void;
  /** The text that is being typed, for suggestions that come from the server. */
  onType?: (typed: string) => void;
  /** After Enter or a click picked a suggestion. */
  onPicked?: () => void;
  placeholder?: string | undefined;
  isInvalid?: boolean;
  describedBy?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
  cell?: string;
}

export function Combobox(props: ComboboxProps) {
  const { label, text, suggest, onChange, onType, onPicked } = props;
  const id = useId();
  /** Null while the field shows what was chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  // What is typed and not taken over yet, known at once: a picked suggestion moves the focus before the next drawing.
  const pending = useRef<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const options = isOpen ? suggest(typed ?? '') : [];
  const active = options[Math.min(at, options.length - 1)];

  const show = (next: string) => {
    pending.current = next;
    setTyped(next);
    setAt(0);
    setOpen(true);
    onType?.(next);
  };
  const close = () => {
    pending.current = null;
    setOpen(false);
    setTyped(null);
  };
  const pick = (value: string) => {
    close();
    onChange(value);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      event.stopPropagation();
      if (!isOpen) return show(typed ?? '');
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((at + step + options.length) % Math.max(1, options.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      event.stopPropagation();
      const chosen = isOpen && typed !== '' ? active : undefined;
      if (chosen !== undefined) pick(chosen.value);
      onPicked?.();
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  return (
    <span className={styles.combobox}>
      <input
        ref={props.inputRef}
        className={props.isInvalid === true ? `${styles.input} ${styles.invalid}` : styles.input}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-expanded={isOpen && options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active === undefined ? undefined : `${id}-${options.indexOf(active)}`}
        aria-invalid={props.isInvalid === true ? true : undefined}
        aria-describedby={props.describedBy}
        placeholder={props.placeholder}
        data-cell={props.cell}
        value={typed ?? text}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => show(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          // Leaving with Tab picks what is ready; a text that nothing fits stays as it was typed.
          const left = pending.current;
          if (left !== null) pick(left === '' ? '' : (active?.value ?? left));
          else close();
        }}
      />
      <div
        className={options.length === 0 ? styles.none : styles.list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
      >
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <div
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={option === active}
            className={option === active ? `${styles.option} ${styles.active}` : styles.option}
            // Before the field loses the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              pick(option.value);
              onPicked?.();
            }}
          >
            {option.label}
            {option.detail === undefined ? null : <span className={styles.detail}>{option.detail}</span>}
          </div>
        ))}
      </div>
    </span>
  );
}
