// Bindings of the acts about books.

import {
  changeSettings,
  createBook,
  deleteBook,
  listBooks,
  readSettings,
  renameBook,
} from '../books/books.ts';
import { requestScores, showCoverage } from '../books/coverage.ts';
import { type FileReading, findNames, readBookFile } from '../books/files/read-book-file.ts';
import { approveLimits, askForLimits, refuseLimits, showLimits } from '../books/limits.ts';
import { listPositions } from '../books/position-rows.ts';
import { reportBook } from '../books/report.ts';
import { giveRights, listRights, takeRights } from '../books/rights.ts';
import { showBook } from '../books/show.ts';
import type { BookReading } from '../books/state.ts';
import { listVersions, readVersion, saveVersion } from '../books/versions.ts';
import type { ActsAbout, Bindings } from './binding.ts';
import type { ActServices } from './services.ts';

function readingOf({ context, masterKey, policy }: ActServices): BookReading {
  return { db: context.store.db, masterKey: masterKey(), publishing: policy, now: context.clock() };
}

function fileReadingOf({ context, masterKey, resolveNames }: ActServices): FileReading {
  return { db: context.store.db, masterKey: masterKey(), now: context.clock(), resolve: resolveNames };
}

export const bookBindings: Bindings<ActsAbout<'books'>> = {
  'books.list': async ({ context, masterKey }, member) => ({
    data: await listBooks(context.store.db, masterKey(), member),
  }),
  'books.create': ({ context, masterKey }, member, book) => createBook(context, masterKey(), member, book),
  'books.rename': ({ context, masterKey }, member, name) => renameBook(context, masterKey(), member, name),
  'books.settings': ({ context, masterKey }, member, { book }) =>
    readSettings(context.store.db, masterKey(), member, book),
  'books.change_settings': ({ context, masterKey }, member, wanted) =>
    changeSettings(context, masterKey(), member, wanted),
  'books.rights': async ({ context }, member, { book }) => ({
    data: await listRights(context.store.db, member, book),
  }),
  'books.give_rights': ({ context }, member, given) => giveRights(context, member, given),
  'books.take_rights': ({ context }, member, taken) => takeRights(context, member, taken),
  'books.save': ({ context, masterKey }, member, version) =>
    saveVersion(context, masterKey(), member, version),
  'books.read_file': (services, member, input) => readBookFile(fileReadingOf(services), member, input),
  'books.find_names': (services, member, input) => findNames(fileReadingOf(services), member, input),
  'books.versions': async ({ context, masterKey }, member, { book }) => ({
    data: await listVersions(context.store.db, masterKey(), member, book),
  }),
  'books.contents': ({ context, masterKey }, member, which) =>
    readVersion(context, masterKey(), member, which),
  'books.show': (services, member, which) => showBook(readingOf(services), member, which),
  'books.positions': (services, member, which) => listPositions(readingOf(services), member, which),
  'books.coverage': (services, member, { book }) => showCoverage(readingOf(services), member, book),
  'books.request_scores': (services, member, wanted) =>
    requestScores(services.context, readingOf(services), member, wanted),
  'books.report': (services, member, which) => reportBook(readingOf(services), member, which),
  'books.limits': ({ context, masterKey }, member, { book }) =>
    showLimits(context.store.db, masterKey(), member, book),
  'books.ask_limits': ({ context, masterKey }, member, wanted) =>
    askForLimits(context, masterKey(), member, wanted),
  'books.approve_limits': ({ context, masterKey }, member, which) =>
    approveLimits(context, masterKey(), member, which),
  'books.refuse_limits': ({ context, masterKey }, member, which) =>
    refuseLimits(context, masterKey(), member, which),
  'books.delete': ({ context, masterKey }, member, which) => deleteBook(context, masterKey(), member, which),
};
