import * as z from 'zod/mini'

/** States of an organisation's file storage. `near`: at least 80 % of the quota is used. `full`: all of it. */
export const STORAGE_STATES = ['under', 'near', 'full'] as const
export type StorageState = (typeof STORAGE_STATES)[number]

/** Storage that an organisation's files use, and its quota. Several files with the same content count once. Prosa extension. */
export const storage = z.object({
  used_bytes: z.int(),
  quota_bytes: z.int(),
  state: z.enum(STORAGE_STATES),
})
export type Storage = z.infer<typeof storage>
