// A setting that cannot be used. Its message says which, and what it should be.

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
