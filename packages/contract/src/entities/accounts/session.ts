import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** A session of a user on one device. `current`: whether it is the session of this request. */
export const deviceSession = z.object({
  id,
  userAgent: z.nullish(z.string()),
  ip: z.nullish(z.string()),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  current: z.boolean(),
})
export type DeviceSession = z.infer<typeof deviceSession>
