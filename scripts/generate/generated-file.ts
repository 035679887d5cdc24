export interface GeneratedFile {
  path: string;
  text: string;
}
