// Finds member names that can change the prototype of objects if code copies them carelessly. The plain endpoint refuses
// them as unknown members; the MCP library would drop some of them and pass the others on.

/** The JSON pointer to the first such member; null if there is none. */
export function unsafeMember(message: unknown): string | null {
  // Not recursive, because a body can be nested thousands of levels deep.
  const pending: [value: unknown, pointer: string][] = [[message, '']];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [value, pointer] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (Object.hasOwn(value, '__proto__')) return `${pointer}/__proto__`;
    if (hasPrototype(value)) return `${pointer}/constructor/prototype`;
    for (const [name, inner] of Object.entries(value)) {
      // Only objects and arrays can contain members.
      if (typeof inner === 'object')
        pending.push([inner, `${pointer}/${escaped(name)}`.slice(-LONGEST_POINTER)]);
    }
  }
  return null;
}

const LONGEST_POINTER = 200;

function hasPrototype(value: object): boolean {
  if (!Object.hasOwn(value, 'constructor')) return false;
  const member: unknown = value.constructor;
  return typeof member === 'object' && member !== null && Object.hasOwn(member, 'prototype');
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
