/** A setting that is wrong or missing; its message is for the person who starts the server. */
export class ConfigError extends Error {}
