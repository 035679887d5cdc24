// The colours of what pages of others show.

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** What is not a theme follows the reader's system. */
export function themeOf(given: unknown): Theme {
  return THEMES.find((theme) => theme === given) ?? 'auto';
}
