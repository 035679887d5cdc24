export interface GeneratedFile {
  /** Relative to the root of the repository. */
  path: string;
  text: string;
}
