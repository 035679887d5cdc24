// Reasons that tables of several subjects share: why a column has no proof, why no act erases it, or why a table stays
// small.

export const FREE_TEXT = 'Free text that is part of a decision. Nobody has to write a name into it.';
export const NAMED_BY_CUSTOMER =
  'A name of a thing, which the customer chooses. Replace the thing by another.';
export const PUBLISHED = 'Published or part of what was published, and signed.';
export const LAST_USE =
  'Somebody who changes it shows a wrong day of the last use to the person and their colleagues. Who is gone follows from staff_attendance.';

/** Why a query may read every row of a table. */
export const SMALL = {
  staff: 'It has a few rows for each member of staff.',
  rules: 'It has a few rows, one for each decision about the desk as a whole.',
  frameworks: 'Frameworks and configurations change a few times a year.',
  waiting: 'It has only what is not done yet, and a row is deleted with the end of its work.',
  daily: 'It has a few rows a day, which are some thousands in ten years.',
  typed: 'Staff enter its rows one by one, some hundreds a year.',
  closed: 'Only a store from before facts needed evidence has rows in it, and nothing is added.',
  fixed: 'Its number of rows never changes.',
  nodes: 'It has a row for each process that serves the store.',
  keys: 'It has a row for each change of a key or of a server of sign-in.',
  open: 'It has what people look at now.',
} as const;
