/** A package that the service serves. */
export interface PackedClient {
  file: string;
  language: string;
  name: string;
  version: string;
  bytes: Uint8Array;
}

export interface PackedFile {
  name: string;
  bytes: Uint8Array;
}
