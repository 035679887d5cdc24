// The folder of an export. Files are replaced one by one and only if they differ, so that a host can serve the folder
// meanwhile, and an interrupted export leaves only whole files. What is written or replaced is noted first, so that the
// next export knows its own files from others.

import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { acquireLock, type Lock } from '@rf-indicators/core/store/serve-lock';
import { UsageError } from '../terminal.ts';
import { DESCRIPTION_FILE, isPlainFile, LIST_FILE, type ListedFile, UNFINISHED_FOLDER } from './listing.ts';

const SHOWN = 3;
const NOTES = 'written';
const LOCK = 'lock';

export class ExportFolder {
  readonly folder: string;
  readonly #lock: Lock;
  /** Files of this and earlier exports. */
  readonly #own: Set<string>;
  readonly #made = new Set<string>(['']);
  written = 0;

  private constructor(folder: string, own: Set<string>, lock: Lock) {
    this.folder = folder;
    this.#own = own;
    this.#lock = lock;
  }

  /** Refuses a folder that holds anything but an export, or that another export writes to. */
  static async open(folder: string): Promise<ExportFolder> {
    await mkdir(folder, { recursive: true }).catch((error: Error) => {
      throw new UsageError(`Cannot write to ${folder}: ${error.message}`);
    });
    // Before the lock, which is a file, so that a folder of somebody else stays as it is.
    await ownFilesOnly(folder);
    const lock = acquireLock(
      path.join(folder, UNFINISHED_FOLDER),
      LOCK,
      `Another rf export writes to ${folder}. Wait until it has ended.`,
    );
    try {
      // Again, because an export that has just ended may have changed the folder.
      return new ExportFolder(folder, await ownFilesOnly(folder), lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  async add(file: string, content: Uint8Array): Promise<void> {
    if (!isPlainFile(file)) throw new Error(`${file} is not a file name of an export.`);
    const target = path.join(this.folder, file);
    if (this.#own.has(file) && (await readIfAny(target))?.equals(content)) return;
    if (!this.#own.has(file)) this.#note([file]);
    this.#own.add(file);
    await this.#makeFolder(path.posix.dirname(file));
    const unfinished = path.join(this.folder, UNFINISHED_FOLDER, randomUUID());
    await writeFile(unfinished, content, { flag: 'wx' });
    await rename(unfinished, target);
    this.written += 1;
  }

  /** Before the list is replaced: files that only the old one has are still known afterwards. */
  noteAll(): void {
    this.#note([...this.#own]);
  }

  /** Removes the files of earlier exports that this one does not have. Returns how many. */
  async finish(files: ReadonlySet<string>): Promise<number> {
    const outdated = [...this.#own].filter((file) => !files.has(file));
    const folders = new Set<string>();
    for (const file of outdated) {
      await rm(path.join(this.folder, file), { force: true });
      for (let at = path.posix.dirname(file); at !== '.'; at = path.posix.dirname(at)) folders.add(at);
    }
    // Deepest first. Those that still have files stay.
    for (const folder of [...folders].sort((a, b) => b.length - a.length))
      await rmdir(path.join(this.folder, folder)).catch(() => undefined);
    await rm(path.join(this.folder, UNFINISHED_FOLDER), { recursive: true, force: true });
    return outdated.length;
  }

  /** Lets other exports write to the folder. */
  close(): void {
    this.#lock.release();
  }

  #note(files: readonly string[]): void {
    const lines = files.map((file) => `${JSON.stringify({ file })}\n`);
    // On a new line, because the last one may be cut off: a disk was full.
    appendFileSync(path.join(this.folder, UNFINISHED_FOLDER, NOTES), `\n${lines.join('')}`);
  }

  async #makeFolder(folder: string): Promise<void> {
    if (this.#made.has(folder)) return;
    await mkdir(path.join(this.folder, folder), { recursive: true });
    this.#made.add(folder);
  }
}

/** Throws if there are others. */
async function ownFilesOnly(folder: string): Promise<Set<string>> {
  const own = await ownFiles(folder);
  const foreign: string[] = [];
  for await (const { file, isPlain } of filesIn(folder)) {
    if (!own.has(file) || !isPlain) foreign.push(file);
  }
  foreign.push(...(await linksIn(folder)));
  if (foreign.length === 0) return own;
  const more = foreign.length > SHOWN ? `, and ${foreign.length - SHOWN} more` : '';
  throw new UsageError(
    `${folder} has files that are not part of an export: ${foreign.slice(0, SHOWN).join(', ')}${more}. ` +
      'Name an empty folder, or one that rf export wrote, or move these files elsewhere.',
  );
}

/** What the list of the last export and the notes of an interrupted one name. */
async function ownFiles(folder: string): Promise<Set<string>> {
  const list = await readIfAny(path.join(folder, LIST_FILE));
  const notes = await readIfAny(path.join(folder, UNFINISHED_FOLDER, NOTES));
  const own = new Set<string>(list === null ? [] : [LIST_FILE, DESCRIPTION_FILE]);
  for (const lines of [list, notes]) {
    for (const line of lines?.toString('utf8').split('\n') ?? []) {
      const file = fileIn(line);
      if (file !== null) own.add(file);
    }
  }
  return own;
}

/** In what an interrupted export left: writing there must not lead elsewhere. */
async function linksIn(folder: string): Promise<string[]> {
  const left = await readdir(path.join(folder, UNFINISHED_FOLDER), { withFileTypes: true }).catch(() => []);
  return left.filter((entry) => !entry.isFile()).map(({ name }) => `${UNFINISHED_FOLDER}/${name}`);
}

function fileIn(line: string): string | null {
  try {
    const { file } = JSON.parse(line) as ListedFile;
    return typeof file === 'string' && isPlainFile(file) ? file : null;
  } catch {
    return null;
  }
}

async function readIfAny(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

/** Everything below a folder but what an interrupted export left. A link is not plain, wherever it leads. */
export async function* filesIn(
  folder: string,
  below = '',
): AsyncGenerator<{ file: string; isPlain: boolean }> {
  const entries = await readdir(path.join(folder, below), { withFileTypes: true });
  for (const entry of entries) {
    const file = below === '' ? entry.name : `${below}/${entry.name}`;
    if (file === UNFINISHED_FOLDER && entry.isDirectory()) continue;
    if (entry.isDirectory()) yield* filesIn(folder, file);
    else yield { file, isPlain: entry.isFile() };
  }
}
