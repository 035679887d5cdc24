// An entry of the timeline with only what it says.

import type { TimelineEntry } from './timeline.ts';

const NOTHING = {
  who: null,
  input: null,
  value: null,
  grade: null,
  text: null,
  proposal_id: null,
  evidence_id: null,
  verification_id: null,
  run_id: null,
  score: null,
  band: null,
};

type Said = Pick<TimelineEntry, 'id' | 'at' | 'kind' | 'what'> & Partial<TimelineEntry>;

export function entry(said: Said): TimelineEntry {
  return { ...NOTHING, ...said };
}
