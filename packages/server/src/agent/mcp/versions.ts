// The supported versions of the Model Context Protocol, newest first.

/** 2025-03-26 and earlier are not supported, because in a batch one request would be many calls. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18'];
export const MCP_VERSIONS = ['2026-07-28', ...LEGACY_VERSIONS];
