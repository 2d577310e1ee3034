import * as z from 'zod/mini'

/** `near`: at 80 % of what an organisation's files may take up; `full`: at all of it. */
export const STORAGE_STATES = ['under', 'near', 'full'] as const
export type StorageState = (typeof STORAGE_STATES)[number]

/** How much room an organisation's files take up, each content once. Ours. */
export const storage = z.object({
  used_bytes: z.int(),
  quota_bytes: z.int(),
  state: z.enum(STORAGE_STATES),
})
export type Storage = z.infer<typeof storage>
