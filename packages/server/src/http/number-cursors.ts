// Cursors of lists that are paged by a number: opaque to callers, checked by us.

export function writeNumberCursor(kind: string, value: number): string {
  return Buffer.from(`${kind}:${value}`).toString('base64url');
}

/** null for what is no cursor of this kind. */
export function readNumberCursor(kind: string, text: string): number | null {
  const [given, value] = Buffer.from(text, 'base64url').toString('utf8').split(':');
  return given === kind && /^\d{1,15}$/.test(value ?? '') ? Number(value) : null;
}
