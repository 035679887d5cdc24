/** The version of this engine, named in every computation package's answer. */
export const ENGINE_VERSION = '0.1.0';
