// Reasons that tables of several subjects share: why a column has no proof, or why no act erases it.

export const FREE_TEXT = 'Free text that is part of a decision. Nobody has to write a name into it.';
export const PUBLISHED = 'Published or part of what was published, and signed.';
export const LAST_USE = 'Shows the day of the last use; it permits nothing.';
export const POSITION = 'Tells processes which rows to reload; a wrong one delays a reload.';
