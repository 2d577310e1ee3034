import type { TemplateComponent } from '@prosa/contract/entities/whatsapp/template'
import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Message templates of a WhatsApp Business account, in the last state known from Meta's list, a webhook or our own request. */
export const whatsappTemplates = pgTable(
  'whatsapp_templates',
  {
    tenantId: tenantIdColumn(),
    /** Id of the WhatsApp Business account. All its WhatsApp numbers share the templates. */
    wabaId: text('waba_id').notNull(),
    /** Meta's id of the template. */
    id: text().notNull(),
    name: text().notNull(),
    language: text().notNull(),
    category: text(),
    /** Category to which Meta will change the template, and the time of that change. */
    nextCategory: text('next_category'),
    nextCategoryAt: timestampColumn('next_category_at'),
    status: text().notNull(),
    /** Meta's reason code for a rejection, and its explanation. */
    reason: text(),
    detail: text(),
    pausedUntil: timestampColumn('paused_until'),
    quality: text(),
    components: jsonb().$type<TemplateComponent[]>().notNull(),
    /** Times of the last reports, by Meta's clock. Older reports that arrive later are ignored. */
    statusAt: timestampColumn('status_at').notNull(),
    categoryAt: timestampColumn('category_at').notNull(),
    qualityAt: timestampColumn('quality_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId, t.id] })],
)

/**
 * When an account's templates were last fetched from Meta (`readAt`), and when Meta last reported a change whose details only the complete
 * list contains (`changedAt`).
 */
export const templateReadings = pgTable(
  'template_readings',
  {
    tenantId: tenantIdColumn(),
    wabaId: text('waba_id').notNull(),
    readAt: timestampColumn('read_at'),
    changedAt: timestampColumn('changed_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId] })],
)

/**
 * Uploads of templates' header example files to Meta, by content. An interrupted upload resumes at the byte offset that Meta reports
 * (TPL-03).
 */
export const headerExamples = pgTable(
  'header_examples',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    /** Name of the content in the file store (files.stored_as). */
    content: text().notNull(),
    /** Meta's id of the upload, and Meta's handle of the complete file. */
    uploadId: text('upload_id').notNull(),
    handle: text(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.numberId, t.content] })],
)
