import type { Transcript } from '@prosa/contract/entities/transcript'
import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'
import { tenantId } from './tenants.ts'

/** What is said in the sounds of messages; a message carries state and text of its own too. */
export const transcripts = pgTable(
  'transcripts',
  {
    tenantId: tenantId(),
    messageId: uuid('message_id').notNull(),
    state: text().$type<Transcript['state']>().notNull(),
    text: text().notNull().default(''),
    language: text(),
    durationS: doublePrecision('duration_s'),
    segments: jsonb().$type<Transcript['segments']>().notNull().default(sql`'[]'`),
    /** Of the sound's bytes, in hex: the same sound is asked for once. */
    sha256: text().notNull(),
    /** Who asked for it; null: nobody had to. */
    askedBy: uuid('asked_by'),
    /** How often the transcriber was asked, noted before each time: a crash between the two loses no count. */
    calls: integer().notNull().default(0),
    /** When the sound was here, by our clock: an agent waits so long from then on. */
    storedAt: at('stored_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.messageId] }), index('transcripts_sound').on(t.tenantId, t.sha256)],
)
