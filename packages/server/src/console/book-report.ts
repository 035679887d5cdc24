// The report of a book as XLSX, in the thread that performs acts. The file is made for each request, and nothing of it is kept.

import { ACTS, type InputOf } from '@rf-indicators/contract/acts';
import { performAdmitted } from '@rf-indicators/core/acts/perform';
import type { ActServices } from '@rf-indicators/core/acts/services';
import { Refusal } from '@rf-indicators/core/context/refusal';
import { problemOf } from '@rf-indicators/core/context/refusal-problem';
import { writeWorkbook } from '../rendering/spreadsheets/xlsx.ts';
import { aboutReport, reportTabs } from './book-report-sheets.ts';
import type { ConsoleProblem, MadeFile, QueryRequest } from './messages.ts';
import { asParameters, inputFromQuery, servicesVia } from './perform.ts';

export async function bookReportFile(
  services: ActServices,
  { caller, via, query }: QueryRequest,
): Promise<MadeFile | ConsoleProblem> {
  const read = inputFromQuery(ACTS['books.report'], query);
  if ('errors' in read) return { problem: { code: 'invalid_parameter', errors: read.errors } };
  try {
    const input = read.input as InputOf<'books.report'>;
    const report = await performAdmitted(servicesVia(services, via), caller, 'books.report', input);
    const bytes = await writeWorkbook(reportTabs(report), aboutReport(report));
    // Without the name of the book, which browsers keep in their list of downloads.
    return { bytes, name: `book-report-${report.figures.effective_on}.xlsx` };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problem = problemOf(error);
    if (problem.code !== 'validation_failed' || problem.errors === undefined) return { problem };
    return { problem: { code: 'invalid_parameter', errors: asParameters(problem.errors) } };
  }
}
