// Copies a text, and says whether it worked: what every button that copies does.

export const SAID_MS = 2000;

export async function copyText(text: string): Promise<'Copied' | 'Not copied'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied';
  } catch {
    // Browsers refuse it on pages that came without encryption.
    return 'Not copied';
  }
}
