// What the full-text search finds: pages, guides and operations.

export type DocumentKind = 'page' | 'guide' | 'operation' | 'console';

export interface SearchEntry {
  kind: DocumentKind;
  /** Of the page or the operation. */
  title: string;
  /** Of the part of a page that the address leads to; empty for the page itself. */
  heading: string;
  text: string;
  address: string;
  /** What is found in it and not shown, such as the path of an operation. */
  code?: string;
  /** Other names that people know it by. */
  also?: readonly string[];
}

export interface SearchMatch {
  entry: SearchEntry;
  /** The text around the first match, split so that matched words have odd indexes. */
  excerpt: string[];
  /** How well it matches: the lower, the better. */
  rank: number;
}
