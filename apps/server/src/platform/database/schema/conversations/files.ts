import { FILE_PART_LIMITS_BYTES, type FileKind } from '@prosa/contract/entities/files/file'
import type { StorageState } from '@prosa/contract/entities/files/storage'
import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Files of an organisation. Their bytes are in the file store, where equal contents are stored once. */
export const files = pgTable(
  'files',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    /**
     * Sender of the file. `person`: a user. `visitor`: a web chat visitor. `channel`: a lead on any other channel. `knowledge`: downloaded
     * for the agents' knowledge.
     */
    origin: text({ enum: ['person', 'visitor', 'channel', 'knowledge'] }).notNull(),
    /** User who sent the file, if `origin` is `person`. */
    userId: uuid('user_id'),
    /** `channelKey` of the web chat visitor who sent the file, if `origin` is `visitor`. */
    visitor: text(),
    /** SHA-256 of the bytes, in hex. Set for every file. */
    sha256: text(),
    /** Name of the content in the file store; null until all bytes have arrived. */
    storedAs: text('stored_as'),
    size: bigint({ mode: 'number' }).notNull(),
    mimeType: text('mime_type').notNull(),
    kind: text().$type<FileKind | 'sticker'>().notNull(),
    filename: text(),
    /** Duration of audio or video; null if it could not be determined. */
    durationMs: integer('duration_ms'),
    state: text({ enum: ['receiving', 'stored', 'refused'] }).notNull(),
    reason: text(),
    /** Size in bytes of each part except the last. */
    partBytes: integer('part_bytes').notNull().default(FILE_PART_LIMITS_BYTES.max),
    /** Numbers of the parts that have arrived, from 1, in order of arrival. */
    parts: integer().array().notNull().default(sql`'{}'`),
    /** Until this time, the announced size counts as used storage. Later, only the received bytes count. */
    reservedUntil: timestampColumn('reserved_until'),
    /** Until this time (by the database's clock), one content inspection has exclusive access to the file. */
    inspectedUntil: timestampColumn('inspected_until'),
    /**
     * Number of content inspections that started and did not finish. Counts a running inspection, and inspections that crashed their
     * process.
     */
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

/** Files attached to messages. A lead's file may not be downloaded from the channel yet. */
export const media = pgTable(
  'media',
  {
    tenantId: tenantIdColumn(),
    messageId: uuid('message_id').notNull(),
    /** The stored file; null until it is downloaded. */
    fileId: uuid('file_id'),
    /** WhatsApp number that received the file; null for outgoing files. */
    numberId: uuid('number_id'),
    /** The channel's id for the file, valid for 7 days. */
    providerId: text('provider_id'),
    kind: text().notNull(),
    /** SHA-256 as reported by the channel, in hex or base64. */
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

/** Storage state of which an organisation's users were last notified. No row if they were never notified. */
export const reportedStorageStates = pgTable('storage_told', {
  tenantId: tenantIdColumn().primaryKey(),
  state: text().$type<StorageState>().notNull(),
})
