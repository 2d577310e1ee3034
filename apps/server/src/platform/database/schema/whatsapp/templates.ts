import type { TemplateComponent } from '@prosa/contract/entities/whatsapp/template'
import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Message templates of a Meta account, in the last state known from Meta's list, a webhook or our own request. */
export const whatsappTemplates = pgTable(
  'whatsapp_templates',
  {
    tenantId: tenantIdColumn(),
    /** Several numbers of one account share its templates. */
    wabaId: text('waba_id').notNull(),
    /** Meta's id. */
    id: text().notNull(),
    name: text().notNull(),
    language: text().notNull(),
    category: text(),
    /** Category to which Meta will change the template, and when. */
    nextCategory: text('next_category'),
    nextCategoryAt: timestampColumn('next_category_at'),
    status: text().notNull(),
    /** Meta's reason code, and its explanation. */
    reason: text(),
    detail: text(),
    pausedUntil: timestampColumn('paused_until'),
    quality: text(),
    components: jsonb().$type<TemplateComponent[]>().notNull(),
    /** Times by Meta's clock: older reports that arrive later are ignored. */
    statusAt: timestampColumn('status_at').notNull(),
    categoryAt: timestampColumn('category_at').notNull(),
    qualityAt: timestampColumn('quality_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId, t.id] })],
)

/** When an account's templates were last read from Meta, and when a change was last reported that only Meta's list shows completely. */
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
 * Upload of the example file of a template's header to Meta, by its content. An interrupted upload resumes at the offset that Meta has
 * (TPL-03).
 */
export const headerExamples = pgTable(
  'header_examples',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    /** Name of its bytes in the file store (files.stored_as). */
    content: text().notNull(),
    /** Meta's id of the upload, and the handle of the complete file. */
    uploadId: text('upload_id').notNull(),
    handle: text(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.numberId, t.content] })],
)
