// Progress of long work: one line that is redrawn on a terminal, a few plain lines elsewhere. It is written to
// standard error, so that piped output is not affected.

import type { Terminal } from './terminal.ts';

const BAR_WIDTH = 30;
const PLAIN_STEP = 10;
/** Moves the cursor up one line and clears it. */
const REDRAW = '\u001b[1A\u001b[2K';

export type Progress = (done: number, all: number) => void;

export function progressTo(terminal: Pick<Terminal, 'err' | 'isTerminal'>, label: string): Progress {
  return terminal.isTerminal ? bar(terminal, label) : plainLines(terminal, label);
}

function bar(terminal: Pick<Terminal, 'err'>, label: string): Progress {
  let drawn = -1;
  return (done, all) => {
    const percent = percentOf(done, all);
    if (percent === drawn) return;
    const filled = Math.floor((percent * BAR_WIDTH) / 100);
    const line = `${label} [${'#'.repeat(filled).padEnd(BAR_WIDTH)}] ${percent}% (${done} of ${all})`;
    terminal.err(drawn < 0 ? line : REDRAW + line);
    drawn = percent;
  };
}

function plainLines(terminal: Pick<Terminal, 'err'>, label: string): Progress {
  let printed = 0;
  return (done, all) => {
    const percent = percentOf(done, all);
    const step = percent - (percent % PLAIN_STEP);
    if (step <= printed) return;
    printed = step;
    terminal.err(`${label}: ${percent}% (${done} of ${all})`);
  };
}

function percentOf(done: number, all: number): number {
  return all === 0 ? 100 : Math.floor((done * 100) / all);
}
