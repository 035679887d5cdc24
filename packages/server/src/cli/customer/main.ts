// Entry point of the rf process in the package for customers.

import { processTerminal } from '../process-terminal.ts';
import { runCustomerCommandLine } from './rf.ts';

process.exitCode = await runCustomerCommandLine(process.argv.slice(2), processTerminal());
