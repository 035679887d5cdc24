// What pages may import of the desk: pure code that the service and the browser share, so that both compute and say the
// same. Nothing that these files import reads a store, a file or a clock.

export type { ApprovedRow, Records } from '../facts/assemble-facts.ts';
export {
  isCurrency,
  PROVIDER_FACTS,
  REFERENCE_RATE,
  readFactValue,
  STRUCTURE_FLAGS,
} from '../facts/fact-definitions.ts';
export { canonicalInput, engineErrors, isFact, isInputId } from '../facts/input-values.ts';
export type { KnownFact, KnownInput } from '../facts/known.ts';
export { knownValue } from '../facts/known-value.ts';
export type { EntryChecksDocument } from '../facts/plausibility/document.ts';
export { gradeThatFollows, usualSource } from '../facts/plausibility/grades.ts';
export {
  type Cap,
  type DerivedValue,
  type EnteredRow,
  type EntryPreview,
  previewEntries,
} from './entry-preview.ts';
export { defineInput, type InputDefinition } from './input-definition.ts';
