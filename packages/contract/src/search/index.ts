// The one search: how names match, and how results are ordered. Pages load it, so it has no full-text search.

export { fold } from './fold.ts';
export { type NameRank, nameRank, rankedByName, type TypedName, typedName } from './names.ts';
export {
  IN_TEXT,
  orderedGroups,
  RESULT_GROUPS,
  type ResultGroup,
  type ResultKind,
  rankOfName,
  type SearchAnswer,
  type SearchResult,
} from './results.ts';
