// A word of the sentence of a rule that is chosen from several.

interface WordProps {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
  isFirst?: boolean;
}

export function Word({ label, value, options, onChange, isFirst = false }: WordProps) {
  return (
    <select
      aria-label={label}
      value={value}
      // biome-ignore lint/a11y/noAutofocus: the form was asked for by a key or a button
      autoFocus={isFirst}
      onChange={({ target }) => onChange(target.value)}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  );
}
