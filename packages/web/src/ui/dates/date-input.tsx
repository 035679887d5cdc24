// The field for a date in forms and filters of the application.

import { type AriaAttributes, useLayoutEffect, useRef, useState } from 'react';
import { type DatePicker, datePicker } from './date-picker.ts';

export interface DateInputProps
  extends Pick<AriaAttributes, 'aria-label' | 'aria-describedby' | 'aria-invalid'> {
  id?: string;
  className?: string | undefined;
  /** The name under which a form sends the day. */
  name?: string;
  /** Of the form 2026-07-22; empty for none. Without it, the field keeps its own value. */
  value?: string;
  defaultValue?: string;
  /** The last day that can be chosen. */
  max?: string;
  required?: boolean;
  /** Called as an input calls it. */
  onChange?: (event: { target: { value: string } }) => void;
}

export function DateInput({
  name,
  value: given,
  defaultValue = '',
  max,
  onChange,
  className,
  ...attributes
}: DateInputProps) {
  const [own, setOwn] = useState(defaultValue);
  const value = given ?? own;
  const host = useRef<HTMLSpanElement>(null);
  const picker = useRef<DatePicker | null>(null);
  const latest = useRef<NonNullable<DateInputProps['onChange']>>(() => {});
  latest.current = (event) => {
    setOwn(event.target.value);
    onChange?.(event);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is made once; the next effect shows a new value
  useLayoutEffect(() => {
    const made = datePicker({ value, max, onChange: (day) => latest.current({ target: { value: day } }) });
    picker.current = made;
    host.current!.append(made.element);
    return () => made.element.remove();
  }, [max]);

  useLayoutEffect(() => {
    const { input, show } = picker.current!;
    const { required = false, ...shown } = attributes;
    input.required = required;
    input.className = className ?? '';
    for (const [attribute, set] of Object.entries(shown)) {
      if (set === undefined || set === false) input.removeAttribute(attribute);
      else input.setAttribute(attribute, String(set));
    }
    show(value);
  });

  return (
    <>
      <span ref={host} className="date-host" />
      {name === undefined ? null : <input type="hidden" name={name} value={value} />}
    </>
  );
}
