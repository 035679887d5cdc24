// Writes and reviews the rationales that a draft or a withdrawal needs, so that a test can publish it.

export { explainNews as writeRationales } from '@rf-indicators/server/demo/rationales';
