import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** A device on which the user is signed in. `current`: whether it is the device that sent the request. */
export const deviceSession = z.object({
  id,
  userAgent: z.nullish(z.string()),
  ip: z.nullish(z.string()),
  createdAt: timestamp,
  lastUsedAt: timestamp,
  current: z.boolean(),
})
export type DeviceSession = z.infer<typeof deviceSession>
