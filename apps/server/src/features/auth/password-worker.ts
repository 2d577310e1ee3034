import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** What password-hash.ts asks of its threads, by name. */
export const hash = ({ password, options }: { password: string; options: Options }): string => hashSync(password, options)

export const verify = ({ known, password, options }: { known: string; password: string; options: Options }): boolean =>
  verifySync(known, password, options)
