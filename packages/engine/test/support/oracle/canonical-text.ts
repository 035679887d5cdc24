// RFC 8785 for values without numbers, in the test oracle.

export type Json = string | boolean | null | Json[] | { [member: string]: Json };

export function canonicalText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name]!)}`).join(',')}}`;
}
