// The console: the acts of the table as HTTP operations.

export { answerSchema, withoutSecrets } from './answer-schema.ts';
export { type ConsoleDocument, consoleDocument } from './document.ts';
export {
  CONSOLE_OPERATIONS,
  CONSOLE_PATH,
  type ConsoleOperation,
  isForStaffAlone,
  needsFreshSession,
  type ParameterKind,
  parameterKind,
} from './operations.ts';
export { READER_PATH, Reader, SESSION_READS, type SessionRead } from './session-reads.ts';
