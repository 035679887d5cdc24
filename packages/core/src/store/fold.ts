// Stored names are folded as the search folds what is typed.

export { fold } from '@rf-indicators/contract/search';
