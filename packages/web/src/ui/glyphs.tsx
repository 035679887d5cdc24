// Small pictures that the text font lacks. They are drawn, so that they look the same everywhere.

import type { ReactNode } from 'react';
import { GLYPHS } from '../charts/glyphs.ts';

function Glyph({ children, size = 12 }: { children: ReactNode; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      className="glyph"
      width={size}
      height={size}
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
    >
      {children}
    </svg>
  );
}

export function CrossGlyph() {
  return (
    <Glyph>
      <path d="M2 2l8 8M10 2l-8 8" />
    </Glyph>
  );
}

export function DotGlyph() {
  return (
    <Glyph>
      <circle cx="6" cy="6" r="4" fill="currentColor" stroke="none" />
    </Glyph>
  );
}

export function WaitingGlyph() {
  return (
    <Glyph>
      <circle cx="6" cy="6" r="4" strokeDasharray="2 1.6" />
    </Glyph>
  );
}

/** Known, and not over. */
export function HalfGlyph() {
  return (
    <Glyph>
      <circle cx="6" cy="6" r="4" />
      <path d="M6 2a4 4 0 010 8z" fill="currentColor" stroke="none" />
    </Glyph>
  );
}

export function EmptyGlyph() {
  return (
    <Glyph>
      <rect x="2" y="2" width="8" height="8" />
    </Glyph>
  );
}

export function ArrowGlyph({ size = 12 }: { size?: number }) {
  return (
    <Glyph size={size}>
      <path d={GLYPHS.to.path} />
    </Glyph>
  );
}

/** Safer. */
export function UpGlyph() {
  return (
    <Glyph>
      <path d={GLYPHS.safer.path} fill="currentColor" stroke="none" />
    </Glyph>
  );
}

/** Riskier. */
export function DownGlyph() {
  return (
    <Glyph>
      <path d={GLYPHS.riskier.path} fill="currentColor" stroke="none" />
    </Glyph>
  );
}

export function TickGlyph() {
  return (
    <Glyph>
      <path d="M1.5 6.5L5 10l5.5-8" />
    </Glyph>
  );
}

export function MinusGlyph() {
  return (
    <Glyph>
      <path d="M2 6h8" />
    </Glyph>
  );
}
