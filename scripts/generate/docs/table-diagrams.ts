// The diagrams of docs/contribute/tables.md, made from the definitions of the tables.

import { columnsOf, SUBJECTS, TABLES, type Table } from '@rf-indicators/core/store/schema';

/** What docs/contribute/tables.md shows under each subject. */
export function tableDiagrams(): Record<string, () => string> {
  return Object.fromEntries(
    Object.entries(SUBJECTS).map(([subject, tables]) => [
      subject,
      () => subjectDiagram(Object.keys(tables) as Table[]),
    ]),
  );
}

/** One Mermaid diagram with the tables of a subject, and a line on which of them are append-only. */
function subjectDiagram(names: readonly Table[]): string {
  const lines = names.flatMap((name) => [...entity(name), ...relations(name, names)]);
  const appendOnly = names.filter((name) => TABLES[name].appendOnly).map((name) => `\`${name}\``);
  const note = appendOnly.length === 0 ? 'none' : appendOnly.join(', ');
  return ['```mermaid', 'erDiagram', ...lines, '```', '', `Append-only: ${note}.`].join('\n');
}

function entity(name: Table): string[] {
  const foreign = new Set(referencesOf(name).flatMap(({ columns }) => columns));
  const attributes = Object.entries(columnsOf(name)).map(([column, { spec }]) => {
    const keys = [...(spec.isKey ? ['PK'] : []), ...(foreign.has(column) ? ['FK'] : [])];
    const note = spec.isNullable ? ' "null allowed"' : '';
    return `    ${spec.type} ${column}${keys.length === 0 ? '' : ` ${keys.join(', ')}`}${note}`;
  });
  return [`  ${name} {`, ...attributes, '  }'];
}

interface Reference {
  columns: readonly string[];
  table: string;
}

function referencesOf(name: Table): Reference[] {
  const { columns, foreignKeys = [] } = TABLES[name];
  return [
    ...Object.entries(columns).flatMap(([column, { spec }]) =>
      spec.references ? [{ columns: [column], table: spec.references.split('.')[0]! }] : [],
    ),
    ...foreignKeys.map((key) => ({ columns: key.columns, table: key.references })),
  ];
}

/** Most tables say which member of staff wrote a row; those lines would hide all others. */
function relations(name: Table, shown: readonly Table[]): string[] {
  const { columns } = TABLES[name];
  return referencesOf(name)
    .filter(({ table }) => table !== 'staff' || shown.includes('staff'))
    .map(({ table, columns: ours }) => {
      const one = ours.some((column) => columns[column]!.spec.isNullable) ? '|o' : '||';
      const many = uniqueSets(name).some((set) => set.every((column) => ours.includes(column))) ? 'o|' : 'o{';
      return `  ${table} ${one}--${many} ${name} : "${ours.join(', ')}"`;
    });
}

/** Sets of columns of which no two rows have the same values. */
function uniqueSets(name: Table): (readonly string[])[] {
  const { columns, unique = [] } = TABLES[name];
  const keys = Object.keys(columns).filter((column) => columns[column]!.spec.isKey);
  const alone = Object.keys(columns).filter((column) => columns[column]!.spec.isUnique);
  return [...(keys.length > 0 ? [keys] : []), ...alone.map((column) => [column]), ...unique];
}
