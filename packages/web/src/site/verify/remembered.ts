// The reader's own keys, as this browser remembers them. A browser that keeps nothing remembers none.

const NAME = 'verify-pins';

export function rememberedPins(): string {
  try {
    return localStorage.getItem(NAME) ?? '';
  } catch {
    return '';
  }
}

export function rememberPins(text: string): void {
  try {
    if (text === '') localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, text);
  } catch {
    // They count for this page only.
  }
}
