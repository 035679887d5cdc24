// A section of an area: its entry in the rail.

import type { IconName } from './icons.tsx';

export interface FrameSection {
  name: string;
  icon: IconName;
  to: string;
  /** The heading above the first section of a group; none for the main ones. */
  group?: string;
  /** Not also for the pages below it. */
  isExact?: boolean;
  /** What waits there, or how many there are. */
  number?: number | null;
}

export function activeOptions({ isExact = false }: FrameSection) {
  return { exact: isExact, includeSearch: false };
}
