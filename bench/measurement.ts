export interface Measurement {
  what: string;
  measured: string;
  target: string;
  met: boolean;
}
