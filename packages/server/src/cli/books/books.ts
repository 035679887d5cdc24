// rf books: the commands about books that are written by hand.

import type { Command } from 'commander';
import type { Finish, Terminal } from '../terminal.ts';
import { findNamesCommand } from './find-names.ts';
import { uploadCommand } from './upload.ts';

export function booksCommands(terminal: Terminal, finish: Finish): Command[] {
  return [uploadCommand(terminal, finish), findNamesCommand(terminal)];
}
