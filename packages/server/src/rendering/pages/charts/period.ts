// The period that a chart shows, and places on its time axis.

export interface Period {
  since: number;
  until: number;
}

/** The place of an instant on the time axis, in percent. */
export function placeIn({ since, until }: Period): (instant: number) => number {
  return (instant) =>
    Math.round(Math.min(1, Math.max(0, (instant - since) / (until - since))) * 10_000) / 100;
}
