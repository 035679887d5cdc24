// Small pictures that the fonts lack, the same on pages of the server and in the application: one drawing for one meaning.

/** 12 pixels square. A filled one has no line. */
export const GLYPHS = {
  to: { path: 'M1 6h9M6.5 2.5L10 6l-3.5 3.5', isFilled: false },
  safer: { path: 'M6 2.5L11 10H1z', isFilled: true },
  riskier: { path: 'M6 9.5L1 2h10z', isFilled: true },
} as const;

/** 16 pixels square, drawn as a line. */
export const ICON_PATHS = {
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5L14 14',
  person: 'M8 3a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM3 14c0-3 2-4.5 5-4.5s5 1.5 5 4.5',
  theme: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 2v12',
} as const;
