import { customType, timestamp } from 'drizzle-orm/pg-core'

export const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true, mode: 'date' })

export const createdAt = () => at('created_at').notNull().defaultNow()

export const updatedAt = () => at('updated_at').notNull().defaultNow()

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
