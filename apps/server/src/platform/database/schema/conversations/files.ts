import { FILE_PART_LIMITS_BYTES, type FileKind } from '@prosa/contract/entities/files/file'
import type { StorageState } from '@prosa/contract/entities/files/storage'
import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Files and their owners. Their bytes are in the file store, once for each content. */
export const files = pgTable(
  'files',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    /**
     * `person`: sent by a user. `visitor`: sent by a web chat visitor. `channel`: a lead's file from any other channel. `knowledge`:
     * fetched for the knowledge of agents.
     */
    origin: text({ enum: ['person', 'visitor', 'channel', 'knowledge'] }).notNull(),
    /** Sender, if `origin` is `person`. */
    userId: uuid('user_id'),
    /** Sender, if `origin` is `visitor`: the channel key of the lead on the web chat. */
    visitor: text(),
    /** SHA-256 of the bytes in hex. Set on every file. */
    sha256: text(),
    /** Name of the bytes in the file store; null until all of them have arrived. */
    storedAs: text('stored_as'),
    size: bigint({ mode: 'number' }).notNull(),
    mimeType: text('mime_type').notNull(),
    kind: text().$type<FileKind | 'sticker'>().notNull(),
    filename: text(),
    /** Duration of audio or video; null if it cannot be read. */
    durationMs: integer('duration_ms'),
    state: text({ enum: ['receiving', 'stored', 'refused'] }).notNull(),
    reason: text(),
    /** Size in bytes of each part except the last. */
    partBytes: integer('part_bytes').notNull().default(FILE_PART_LIMITS_BYTES.most),
    /** Numbers of the parts that have arrived, from 1, in order of arrival. */
    parts: integer().array().notNull().default(sql`'{}'`),
    /** Until then, the bytes that have not arrived count as used storage; later, only those that have arrived. */
    reservedUntil: timestampColumn('reserved_until'),
    /** Until then, one inspection has claimed the file and no other may start, by the database's clock. */
    inspectedUntil: timestampColumn('inspected_until'),
    /** Number of inspections that began and did not end: those that crashed their process, and the running one. */
    inspections: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('files_content').on(t.tenantId, t.sha256, t.origin),
    index('files_stored').on(t.tenantId, t.storedAs, t.size),
    index('files_visitor').on(t.tenantId, t.visitor, t.createdAt).where(sql`${t.visitor} IS NOT NULL`),
  ],
)

/** File of a message: a lead's, which may still be at its channel, or one of ours. */
export const media = pgTable(
  'media',
  {
    tenantId: tenantIdColumn(),
    messageId: uuid('message_id').notNull(),
    /** The stored file; null until it has arrived. */
    fileId: uuid('file_id'),
    /** WhatsApp number through which a lead's file arrived. */
    numberId: uuid('number_id'),
    /** The channel's id of the file, valid for 7 days. */
    providerId: text('provider_id'),
    kind: text().notNull(),
    /** SHA-256 as the channel reports it, in hex or base64. */
    sha256: text(),
    mimeType: text('mime_type'),
    filename: text(),
    size: integer(),
    state: text({ enum: ['waiting', 'stored', 'refused'] })
      .notNull()
      .default('waiting'),
    reason: text(),
    attempts: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.messageId] }),
    foreignKey({ columns: [t.tenantId, t.fileId], foreignColumns: [files.tenantId, files.id] }),
    index('media_file').on(t.tenantId, t.fileId),
  ],
)

/** Storage state that was last reported to an organisation; no row if none was reported. */
export const reportedStorageStates = pgTable('storage_told', {
  tenantId: tenantIdColumn().primaryKey(),
  state: text().$type<StorageState>().notNull(),
})
