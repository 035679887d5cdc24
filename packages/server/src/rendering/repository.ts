/** The folder of the repository, whose docs/ are the source of the guides. */
export const REPOSITORY = new URL('../../../../', import.meta.url);
