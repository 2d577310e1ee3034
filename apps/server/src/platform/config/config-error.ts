/** Error for an invalid or missing setting. The server prints its message at the start. */
export class ConfigError extends Error {}
