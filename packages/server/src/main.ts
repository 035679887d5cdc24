// Entry point of the rf process.

import { giveWay } from './cli/give-way.ts';
import { processTerminal } from './cli/process-terminal.ts';
import { runCommandLine } from './cli/rf.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), { ...processTerminal(), giveWay });
