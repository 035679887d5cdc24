// What the traces of a service are set up with.

export const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
export type SamplerName = (typeof SAMPLERS)[number];

export interface TracingSettings {
  /** Where spans are sent: the whole address, with /v1/traces. */
  url: string;
  /** Sent with each export, such as the credentials of a collector. */
  headers: Record<string, string>;
  serviceName: string;
  sampler: SamplerName;
  /** The share of new traces that is recorded, from 0 to 1, for the samplers that have one. */
  ratio: number;
}
