// Opaque cursors for lists that are paged by a number.

export function writeNumberCursor(kind: string, value: number): string {
  return Buffer.from(`${kind}:${value}`).toString('base64url');
}

/** Null if the text is not a cursor of this kind. */
export function readNumberCursor(kind: string, text: string): number | null {
  const [given, value] = Buffer.from(text, 'base64url').toString('utf8').split(':');
  return given === kind && /^\d{1,15}$/.test(value ?? '') ? Number(value) : null;
}
