export interface GeneratedFile {
  /** Relative to the repository. */
  path: string;
  text: string;
}
