import { characterProblem } from '@rf-indicators/contract/plain-text';
import { Refusal, type RefusalDetail } from './refusal.ts';

/** Checks a name of a person, workspace, provider or key, and returns it without surrounding spaces. */
export function readName(text: string, longest: number): string {
  const name = text.trim();
  const problem = characterProblem(name, 'line');
  if (problem !== null) throw new Refusal('validation_failed', `A name ${problem}.`);
  if (name !== '' && name.length <= longest) return name;
  throw new Refusal('validation_failed', `A name must have 1 to ${longest} characters.`);
}

/** A reason that goes on record must say something. */
export function readReason(text: string): string {
  const reason = text.trim();
  if (reason !== '') return reason;
  throw new Refusal('validation_failed', 'Give a reason, for the record.');
}

/** Members of documents that are names: they are one line. Other texts may have line breaks. */
const NAMES_IN_DOCUMENTS = /(^|_)(name|title|label|version|id|role)$/;

/** Refuses a document with a text, at any depth, that has a character which no text may have. */
export function requirePlainTexts(document: unknown, message: string): void {
  const details: RefusalDetail[] = [];
  addTextProblems(document, '', '', details);
  if (details.length > 0) throw new Refusal('validation_failed', message, details);
}

function addTextProblems(value: unknown, place: string, member: string, details: RefusalDetail[]): void {
  if (typeof value === 'string') {
    const problem = characterProblem(value, NAMES_IN_DOCUMENTS.test(member) ? 'line' : 'lines');
    if (problem !== null) details.push({ place, code: 'control_character', message: problem });
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) {
      const pointer = `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      addTextProblems(part, pointer, Array.isArray(value) ? member : name, details);
    }
  }
}
