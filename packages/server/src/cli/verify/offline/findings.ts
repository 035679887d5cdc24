/** Something that is wrong with an export. */
export interface Finding {
  /** The file, or what of the export it is about. */
  file: string;
  problem: string;
}
