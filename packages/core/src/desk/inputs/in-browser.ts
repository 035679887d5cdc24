// What pages may import of the desk: pure code that the service and the browser share, so that both compute and say the
// same. Nothing that these files import reads a store, a file or a clock.

export type { ApprovedRow, Records } from './assemble-facts.ts';
export {
  type Cap,
  type DerivedValue,
  type EnteredRow,
  type EntryPreview,
  previewEntries,
} from './entry-preview.ts';
export {
  isCurrency,
  PROVIDER_FACTS,
  REFERENCE_RATE,
  readFactValue,
  STRUCTURE_FLAGS,
} from './fact-definitions.ts';
export { defineInput, type InputDefinition } from './input-definition.ts';
export { canonicalInput, engineErrors, isFact, isInputId } from './input-values.ts';
export type { KnownFact, KnownInput } from './known.ts';
export { knownValue } from './known-value.ts';
