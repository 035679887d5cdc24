// The sizes of pages of the lists that acts read.

/** The most entries of a page. */
export const LARGEST_PAGE = 1000;
/** How many entries a page has if the caller does not say. */
export const DEFAULT_PAGE = 100;
