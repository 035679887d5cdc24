/** The version of this engine, included in every computation answer. */
export const ENGINE_VERSION = '0.1.0';
