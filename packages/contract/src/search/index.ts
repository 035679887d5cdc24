// The one search of the site.

export {
  groupedMatches,
  type MatchGroup,
  type SearchEntry,
  type SearchKind,
  type SearchMatch,
} from './entries.ts';
export { SearchIndex } from './search.ts';
