import * as z from 'zod/mini'

/** `near`: at least 80 % of the organisation's storage quota; `full`: all of it. */
export const STORAGE_STATES = ['under', 'near', 'full'] as const
export type StorageState = (typeof STORAGE_STATES)[number]

/** Storage used by an organisation's files. Identical content counts once. Prosa extension. */
export const storage = z.object({
  used_bytes: z.int(),
  quota_bytes: z.int(),
  state: z.enum(STORAGE_STATES),
})
export type Storage = z.infer<typeof storage>
