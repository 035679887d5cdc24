// Markdown pieces that the generated parts of the docs are built from.

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

export function codesTable(codes: Readonly<Record<string, string>>): string {
  return table(
    ['code', 'meaning'],
    Object.entries(codes).map(([name, sentence]) => [code(name), sentence.replace(/__\w+__/, code)]),
  );
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function fenced(text: string): string {
  return `\`\`\`text\n${text}\n\`\`\``;
}

export function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}
