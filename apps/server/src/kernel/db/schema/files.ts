import { type FileKind, PART_BYTES } from '@prosa/contract/entities/file'
import type { StorageState } from '@prosa/contract/entities/storage'
import { sql } from 'drizzle-orm'
import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt } from './columns.ts'
import { tenantId } from './tenants.ts'

/** Files by what they are and whose; their bytes lie in the file store, once for each content. */
export const files = pgTable(
  'files',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    /**
     * `person`: sent by staff. `visitor`: by a lead on the web chat. `channel`: another channel brought it from a lead. `knowledge`: fetched for
     * what agents answer from.
     */
    origin: text({ enum: ['person', 'visitor', 'channel', 'knowledge'] }).notNull(),
    /** Who sends it, of `person`. */
    userId: uuid('user_id'),
    /** By which name the web chat knows who sends it, of `visitor`: what its lead has as its channel's key. */
    visitor: text(),
    /** Of its bytes, in hex; null: it was kept before this was known. */
    sha256: text(),
    /** Under which name its bytes lie; null until they are all here. */
    storedAs: text('stored_as'),
    size: bigint({ mode: 'number' }).notNull(),
    mimeType: text('mime_type').notNull(),
    kind: text().$type<FileKind | 'sticker'>().notNull(),
    filename: text(),
    /** Of sound and film, where it can be read. */
    durationMs: integer('duration_ms'),
    state: text({ enum: ['receiving', 'stored', 'refused'] }).notNull(),
    reason: text(),
    /** Of each of its parts but the last. */
    partBytes: integer('part_bytes').notNull().default(PART_BYTES.most),
    /** Which parts are here, from 1, in whatever order they came. */
    parts: integer().array().notNull().default(sql`'{}'`),
    /** Until then its missing bytes count as used room; after that only those that are here. */
    reservedUntil: at('reserved_until'),
    /** Until then somebody inspects it, by the database's clock, and nobody else does. */
    inspectedUntil: at('inspected_until'),
    /** Inspections that have begun and not ended: those that took their process with them, and the one that runs. */
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

/** The file that a message carries: a lead's, which its channel may still have, or one of ours. */
export const media = pgTable(
  'media',
  {
    tenantId: tenantId(),
    messageId: uuid('message_id').notNull(),
    /** The file, once it is here. */
    fileId: uuid('file_id'),
    /** Of a lead's: by which number it came. */
    numberId: uuid('number_id'),
    /** The channel's id of the file; it dies after 7 days. */
    providerId: text('provider_id'),
    kind: text().notNull(),
    /** As the channel says it, in hex or base64. */
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

/** What an organisation was told last of how much room its files take up; no row: nothing yet. */
export const storageTold = pgTable('storage_told', {
  tenantId: tenantId().primaryKey(),
  state: text().$type<StorageState>().notNull(),
})
