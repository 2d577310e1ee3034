import type { Transcript } from '@prosa/contract/entities/conversations/transcript'
import { sql } from 'drizzle-orm'
import { doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Transcripts of audio messages. State and text are copied to the message's row. */
export const transcripts = pgTable(
  'transcripts',
  {
    tenantId: tenantIdColumn(),
    messageId: uuid('message_id').notNull(),
    state: text().$type<Transcript['state']>().notNull(),
    text: text().notNull().default(''),
    language: text(),
    durationS: doublePrecision('duration_s'),
    segments: jsonb().$type<Transcript['segments']>().notNull().default(sql`'[]'`),
    /** SHA-256 of the audio file in hex; the same audio is transcribed only once. */
    sha256: text().notNull(),
    /** User who requested the transcript; null if it was made automatically. */
    askedBy: uuid('asked_by'),
    /** Number of requests to the transcription service. Stored before each request, so that a crash loses no count. */
    calls: integer().notNull().default(0),
    /** When the audio was stored, by the server's clock. The agent waits for the transcript for a limited time from then. */
    storedAt: timestampColumn('stored_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.messageId] }), index('transcripts_sound').on(t.tenantId, t.sha256)],
)
