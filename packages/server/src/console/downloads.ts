// What the console serves that is not JSON: stored documents for staff, lists as CSV, and the report of a book as XLSX.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SPREADSHEET_TYPES } from '@rf-indicators/contract';
import { CONSOLE_OPERATIONS, type ConsoleOperation } from '@rf-indicators/contract/console';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { respondProblem, startPrivateFile } from '../http/respond.ts';
import { NoPlace, type Place, Turns } from '../http/turns.ts';
import type { ConsoleDependencies } from './admission.ts';
import type { CsvAct } from './csv.ts';
import type {
  ConsoleProblem,
  CsvPage,
  CsvRequest,
  Identified,
  MadeFile,
  OpenedDocument,
  QueryRequest,
} from './messages.ts';
import { admitting, refuse } from './route.ts';

const FILES: Readonly<Record<string, CsvAct>> = {
  audit: 'audit.list',
  'workspace-audit': 'workspaces.audit',
  usage: 'usage.list',
};

/** One page of a file at a time, so that people wait for one page at most. A file that is not read on keeps nobody waiting. */
const EXPORTS = { atOnce: 1, perClient: 32, inAll: 64 };
const EXPORT_RETRY_SECONDS = 5;

/** How documents are sent, by media type. Browsers show no PDF in a sandbox, so it is saved like everything else. */
const KNOWN_TYPES: Readonly<Record<string, { type?: string; ending: string; isShown: boolean }>> = {
  'image/png': { ending: 'png', isShown: true },
  'image/jpeg': { ending: 'jpg', isShown: true },
  'image/gif': { ending: 'gif', isShown: true },
  'image/webp': { ending: 'webp', isShown: true },
  'text/plain': { type: 'text/plain; charset=utf-8', ending: 'txt', isShown: true },
  'text/csv': { type: 'text/csv; charset=utf-8', ending: 'csv', isShown: false },
  'application/pdf': { ending: 'pdf', isShown: false },
};
/** A document comes from elsewhere: it runs nothing, loads nothing, and has no access to our pages. */
const SANDBOX = "sandbox; default-src 'none'";

export interface DownloadDependencies extends ConsoleDependencies {
  openDocument(request: Identified & { sha256: string }): Promise<OpenedDocument | ConsoleProblem>;
  csvPage(request: CsvRequest): Promise<CsvPage | ConsoleProblem>;
  bookReport(request: QueryRequest): Promise<MadeFile | ConsoleProblem>;
}

export function addDownloads(app: FastifyInstance, dependencies: DownloadDependencies): void {
  const { baseUrl, openDocument } = dependencies;
  const opening = downloadOf('evidence.open', '/console/documents/:sha256');
  app.get(opening.path, optionsOf(opening, dependencies), async (request, reply) => {
    if (!isOwnNavigation(request)) return respondProblem(request, reply, baseUrl, 'foreign_origin');
    const { sha256 } = request.params as { sha256: string };
    const opened = await openDocument({ ...request.identified!, sha256 });
    if ('problem' in opened) return refuseWith(request, reply, dependencies, opened);
    const known = KNOWN_TYPES[opened.mediaType];
    const { type = opened.mediaType, ending, isShown } = known ?? UNKNOWN_TYPE;
    const name = `${opened.sha256.slice(0, 16)}.${ending}`;
    const headers = [
      ...['content-type', type, 'content-length', String(opened.bytes.length)],
      ...['content-disposition', `${isShown ? 'inline' : 'attachment'}; filename="${name}"`],
      ...['content-security-policy', SANDBOX],
    ];
    startPrivateFile(request, reply, headers).end(opened.bytes);
  });
  const exports = new Turns(EXPORTS);
  for (const [name, act] of Object.entries(FILES)) {
    const operation = downloadOf(act, `/console/${name}.csv`);
    app.get(operation.path, optionsOf(operation, dependencies), (request, reply) =>
      inPlace(exports, request, reply, dependencies, (place) =>
        sendCsv(request, reply, dependencies, name, place),
      ),
    );
  }
  const report = downloadOf('books.report', '/console/book-report.xlsx');
  app.get(report.path, optionsOf(report, dependencies), (request, reply) =>
    inPlace(exports, request, reply, dependencies, (place) =>
      sendReport(request, reply, dependencies, place),
    ),
  );
}

async function sendReport(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DownloadDependencies,
  place: Place,
): Promise<void> {
  const query = queryOf(request);
  const made = await place.take(() => dependencies.bookReport({ ...request.identified!, query }));
  if ('problem' in made) return refuseWith(request, reply, dependencies, made);
  const headers = [
    ...['content-type', SPREADSHEET_TYPES.xlsx, 'content-length', String(made.bytes.length)],
    ...['content-disposition', `attachment; filename="${made.name}"`],
  ];
  startPrivateFile(request, reply, headers).end(made.bytes);
}

const UNKNOWN_TYPE = { type: 'application/octet-stream', ending: 'bin', isShown: false };

/** Without HEAD: a document counts as opened only if it was sent. */
function optionsOf(operation: ConsoleOperation, dependencies: DownloadDependencies) {
  return { onRequest: admitting(operation, dependencies), exposeHeadRoute: false };
}

/** The act under another path. */
function downloadOf(act: ConsoleOperation['act'], path: string): ConsoleOperation {
  return { ...CONSOLE_OPERATIONS.find((operation) => operation.act === act)!, method: 'GET', path };
}

/**
 * To open a document is an act, although it is a GET. A link or a form of another site that a browser follows with the
 * cookie of a session is refused. Only browsers send the header.
 */
function isOwnNavigation({ identified, headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return identified?.via !== 'session' || site === undefined || site === 'same-origin' || site === 'none';
}

async function inPlace(
  exports: Turns,
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DownloadDependencies,
  send: (place: Place) => Promise<void>,
): Promise<void> {
  const { person, act } = request.identified!;
  let place: Place;
  try {
    place = exports.enter(person ?? act);
  } catch (error) {
    if (!(error instanceof NoPlace)) throw error;
    const [code, who] = error.isOwnShare
      ? (['rate_limit_exceeded', 'You have'] as const)
      : (['service_unavailable', 'All people together have'] as const);
    const detail = `${who} too many downloads in progress. Try again when one of them has ended.`;
    const headers = ['retry-after', String(EXPORT_RETRY_SECONDS)];
    return respondProblem(request, reply, dependencies.baseUrl, code, {
      detail,
      headers,
      retry_after: EXPORT_RETRY_SECONDS,
    });
  }
  try {
    await send(place);
  } finally {
    place.leave();
  }
}

async function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DownloadDependencies,
  name: string,
  place: Place,
): Promise<void> {
  const { clock } = dependencies;
  const query = queryOf(request);
  const read = (cursor: string | null) =>
    place.take(() => dependencies.csvPage({ ...request.identified!, query, cursor }));
  // Read before the response starts, so that a refusal can still be sent.
  const first = await read(null);
  if ('problem' in first) return refuseWith(request, reply, dependencies, first);
  const today = new Date(clock()).toISOString().slice(0, 10);
  const response = startPrivateFile(request, reply, [
    ...['content-type', 'text/csv; charset=utf-8; header=present'],
    ...['content-disposition', `attachment; filename="${name}-${today}.csv"`],
  ]);
  // If a later page cannot be read, the connection ends without the end of the response: a file is never short unnoticed.
  await pipeline(Readable.from(textOfPages(first, read)), response).catch(() => response.destroy());
}

function queryOf({ url }: FastifyRequest): string {
  const parameters = new URLSearchParams(url.split('?', 2)[1]);
  // Admission has read it; it is not part of the act's input.
  parameters.delete('acting_as');
  return parameters.toString();
}

async function* textOfPages(
  first: CsvPage,
  read: (cursor: string) => Promise<CsvPage | ConsoleProblem>,
): AsyncGenerator<string> {
  for (let page = first; ; ) {
    yield page.text;
    if (page.nextCursor === null) return;
    const next = await read(page.nextCursor);
    if ('problem' in next) throw new Error(next.problem.code);
    page = next;
  }
}

function refuseWith(
  request: FastifyRequest,
  reply: FastifyReply,
  dependencies: DownloadDependencies,
  { problem: { code, ...details } }: ConsoleProblem,
): void {
  refuse(request, reply, dependencies, { code, details });
}
