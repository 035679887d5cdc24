// Writes what is published in one state of the store as files, with the bytes that the server sends.

import { lastServedChange } from '@rf-indicators/core/desk/served/select';
import { currentSigner } from '@rf-indicators/core/log/current-signer';
import { latestCheckpoint } from '@rf-indicators/core/log/tiles';
import { requireTrustedLog } from '@rf-indicators/core/log/trusted-log';
import type { MasterKey } from '@rf-indicators/core/secrets/master-key';
import type { Queries } from '@rf-indicators/core/store/store';
import {
  canonicalJson,
  type JsonValue,
  parseCheckpoint,
  signObject,
  splitNote,
  type VerifierKey,
  type WitnessKey,
} from '@rf-indicators/engine';
import type { Config } from '../../service/config.ts';
import { type PublishedApp, type PublishedResponse, publishedApp } from '../../service/published-app.ts';
import { type PathOptions, publishedPaths } from '../../service/published-paths.ts';
import type { Progress } from '../progress.ts';
import { fileOf } from './file-names.ts';
import { ExportFolder } from './folder.ts';
import {
  DESCRIPTION_FILE,
  type ExportDescription,
  LIST_FILE,
  type ListedFile,
  listText,
  NOT_FOUND_FILE,
  sha256,
} from './listing.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Headers of one response and not of a file: hosts make their own. */
const OWN_HEADERS =
  /^(?:x-request-id|etag|last-modified|content-length|vary|ratelimit.*|access-control-expose-headers)$/;

export interface ExportOptions {
  folder: string;
  config: Config;
  demo: boolean;
  masterKey: MasterKey;
  pinned: VerifierKey | null;
  witnesses: readonly WitnessKey[];
  paths: PathOptions;
  now: number;
  progress: Progress;
}

export interface ExportReport {
  files: number;
  bytes: number;
  written: number;
  removed: number;
  /** Addresses that the service answers with 404 now. */
  missing: string[];
  treeSize: number | null;
}

export async function writeExport(db: Queries, options: ExportOptions): Promise<ExportReport> {
  const { config, demo, pinned, witnesses } = options;
  await requireTrustedLog(db, pinned);
  const folder = await ExportFolder.open(options.folder);
  try {
    const now = await instantOf(db, options.now);
    const app = await publishedApp({ config, db, demo, pinned, witnesses, now });
    try {
      return await fill(folder, app, db, { ...options, now });
    } finally {
      await app.close();
    }
  } finally {
    folder.close();
  }
}

async function fill(
  folder: ExportFolder,
  app: PublishedApp,
  db: Queries,
  { config, masterKey, paths: pathOptions, progress, now }: ExportOptions,
): Promise<ExportReport> {
  const site = { ...config.branding, baseUrl: config.baseUrl, disclosure: '' };
  const paths = await publishedPaths(db, site, pathOptions, now);
  const list = new FileList();
  const missing: string[] = [];
  for (const [index, path] of paths.entries()) {
    const response = await followed(app, path);
    if (response.status === 200) {
      const file = fileOf(path, response.headers['content-type']!);
      list.add(file, path, response);
      await folder.add(file, response.body);
    } else if (response.status === 404) missing.push(path);
    else throw new Error(`${path} was answered with ${response.status}.`);
    progress(index + 1, paths.length);
  }
  const notFound = await app.get('/404', { accept: 'text/html' });
  list.add(NOT_FOUND_FILE, null, notFound);
  await folder.add(NOT_FOUND_FILE, notFound.body);
  const files = list.sorted();
  const text = listText(files);
  const description: ExportDescription = {
    export: 'static',
    version: 1,
    base_url: config.baseUrl,
    ...(await treeOf(db)),
    files: { count: files.length, sha256: sha256(text) },
    headers: list.headers,
  };
  const signature = await signObject(description, await currentSigner(db, masterKey));
  folder.noteAll();
  await folder.add(LIST_FILE, Buffer.from(text));
  const signed = canonicalJson({ description, signature } as unknown as JsonValue);
  await folder.add(DESCRIPTION_FILE, Buffer.from(`${signed}\n`));
  const { written } = folder;
  const removed = await folder.finish(
    new Set([...files.map(({ file }) => file), LIST_FILE, DESCRIPTION_FILE]),
  );
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { files: files.length, bytes, written, removed, missing, treeSize: description.tree_size };
}

/** A static host cannot redirect, so an address that leads to another one has the bytes of that one. */
async function followed(app: PublishedApp, path: string): Promise<PublishedResponse> {
  const response = await app.get(path);
  const { location } = response.headers;
  const leadsOn = response.status === 301 || response.status === 302;
  return leadsOn && location !== undefined ? app.get(location) : response;
}

/**
 * The time that pages are made at: the start of the day, or the newest change if that is later. So two exports of one
 * state on one day are the same, and lists of the last 90 days are those of the day.
 */
async function instantOf(db: Queries, now: number): Promise<number> {
  const newest = await latestCheckpoint(db);
  return Math.max(
    Math.floor(now / DAY_MS) * DAY_MS,
    Math.min(now, Math.max(newest?.changedAt ?? 0, await lastServedChange(db))),
  );
}

async function treeOf(db: Queries): Promise<Pick<ExportDescription, 'tree_size' | 'root_hash'>> {
  const newest = await latestCheckpoint(db);
  if (newest === null) return { tree_size: null, root_hash: null };
  const { treeSize, rootHash } = parseCheckpoint(splitNote(newest.note).text);
  return { tree_size: treeSize, root_hash: Buffer.from(rootHash).toString('base64') };
}

class FileList {
  readonly #files: ListedFile[] = [];
  readonly #headerSets = new Map<string, number>();
  /** By lower-case name: on some file systems, names that differ only in case are one file. */
  readonly #names = new Map<string, string>();

  get headers(): Readonly<Record<string, string>>[] {
    return [...this.#headerSets.keys()].map((text) => JSON.parse(text));
  }

  add(file: string, path: string | null, { headers, body }: PublishedResponse): void {
    const other = this.#names.get(file.toLowerCase());
    if (other !== undefined) throw new Error(`${file} and ${other} are one file on some file systems.`);
    this.#names.set(file.toLowerCase(), file);
    const kept = Object.entries(headers).filter(([name]) => !OWN_HEADERS.test(name));
    // Without the name of the file, so that files of a kind have the same headers.
    const shared = kept.map(([name, value]) => [name, value.replace(/; filename=.*$/, '')]);
    const text = canonicalJson(Object.fromEntries(shared));
    const position = this.#headerSets.get(text) ?? this.#headerSets.size;
    this.#headerSets.set(text, position);
    this.#files.push({ file, path, bytes: body.length, sha256: sha256(body), headers: position });
  }

  sorted(): ListedFile[] {
    return this.#files.toSorted((a, b) => (a.file < b.file ? -1 : 1));
  }
}
