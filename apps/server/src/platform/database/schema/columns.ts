import { customType, timestamp } from 'drizzle-orm/pg-core'

export const timestampColumn = (name: string) => timestamp(name, { precision: 3, withTimezone: true, mode: 'date' })

export const createdAt = () => timestampColumn('created_at').notNull().defaultNow()

export const updatedAt = () => timestampColumn('updated_at').notNull().defaultNow()

export const byteaColumn = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

export const tsvectorColumn = customType<{ data: string }>({ dataType: () => 'tsvector' })
