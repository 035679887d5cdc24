/** The version of the engine's commentary wording. */
export const COMMENTARY_VERSION = '2';
