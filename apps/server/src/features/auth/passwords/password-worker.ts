import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** Hashes a password. The functions of this file run in the worker threads of password-hash.ts. */
export const hash = ({ password, options }: { password: string; options: Options }): string => hashSync(password, options)

export const verify = ({ hash, password, options }: { hash: string; password: string; options: Options }): boolean =>
  verifySync(hash, password, options)
