// The kinds of states, which decide their glyphs.

export type StateKind = 'good' | 'waiting' | 'failed' | 'off';
