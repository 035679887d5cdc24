// What the script of every page loads when somebody begins to search.

export { startField } from './field.ts';
export { showOverlay } from './overlay.ts';
