import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** Functions that run in the worker threads of password-hash.ts. */
export const hash = ({ password, options }: { password: string; options: Options }): string => hashSync(password, options)

export const verify = ({ known, password, options }: { known: string; password: string; options: Options }): boolean =>
  verifySync(known, password, options)
