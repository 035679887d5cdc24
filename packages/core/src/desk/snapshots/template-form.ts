// What those who make templates and those who fill them share.

/** Increase it when a template of the same package becomes another text: older ones are then made again. */
export const TEMPLATE_FORM = 3;

/** JSON text has no such character: JSON.stringify escapes it. */
export const HOLE = '\0';

/** Most templates fit. */
export const TEMPLATE_CHUNK = 32 * 1024;
