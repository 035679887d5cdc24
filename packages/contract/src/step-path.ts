// The path of a step line: level until the next step, never smoothed, with a gap where nothing was served.

export interface PathStep {
  from: number;
  /** Null for the current step. */
  until: number | null;
  /** In hundredths. */
  finalScore: number;
}

/** `y` takes points from 0 to 100. A current step goes on until `end`. */
export function stepPath(
  steps: readonly PathStep[],
  x: (instant: number) => string,
  y: (score: number) => string,
  end: number,
): string {
  let drawn = '';
  for (const [at, { from, until, finalScore }] of steps.entries()) {
    const before = steps[at - 1];
    const height = y(finalScore / 100);
    const continues = before !== undefined && before.until === from;
    const isLevel = continues && before.finalScore === finalScore;
    if (!continues) drawn += `M${x(from)} ${height}`;
    else if (!isLevel) drawn += `V${height}`;
    const after = steps[at + 1];
    // A level line is drawn once, however often the indicator was renewed.
    const goesOn = after !== undefined && after.from === until && after.finalScore === finalScore;
    if (!goesOn) drawn += `H${x(until ?? end)}`;
  }
  return drawn;
}
