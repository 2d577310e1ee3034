import type { TemplateComponent } from '@prosa/contract/entities/whatsapp/template'
import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, timestampColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Message templates of WhatsApp Business accounts, in the last state known from Meta's list, a webhook or our own request. */
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
    /** Category to which Meta will change the template. */
    nextCategory: text('next_category'),
    /** When Meta will change the category to `nextCategory`. */
    nextCategoryAt: timestampColumn('next_category_at'),
    status: text().notNull(),
    /** Meta's reason code for a rejection. */
    reason: text(),
    /** Meta's explanation of a rejection. */
    detail: text(),
    pausedUntil: timestampColumn('paused_until'),
    quality: text(),
    components: jsonb().$type<TemplateComponent[]>().notNull(),
    /** Time of the last status report, by Meta's clock. Older reports that arrive later are ignored. */
    statusAt: timestampColumn('status_at').notNull(),
    /** Time of the last category report, by Meta's clock. */
    categoryAt: timestampColumn('category_at').notNull(),
    /** Time of the last quality report, by Meta's clock. */
    qualityAt: timestampColumn('quality_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId, t.id] })],
)

/** Times by which the server decides whether to fetch an account's templates from Meta again. */
export const templateReadings = pgTable(
  'template_readings',
  {
    tenantId: tenantIdColumn(),
    wabaId: text('waba_id').notNull(),
    /** When the templates were last fetched. */
    readAt: timestampColumn('read_at'),
    /** When Meta last reported a change whose details only the complete template list contains. */
    changedAt: timestampColumn('changed_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId] })],
)

/** Uploads of templates' header example files to Meta. An interrupted upload resumes at the byte offset that Meta reports (TPL-03). */
export const headerExamples = pgTable(
  'header_examples',
  {
    tenantId: tenantIdColumn(),
    numberId: uuid('number_id').notNull(),
    /** Name of the content in the file store (files.stored_as). */
    content: text().notNull(),
    /** Meta's id of the upload. */
    uploadId: text('upload_id').notNull(),
    /** Meta's handle of the uploaded file; null until the upload is complete. */
    handle: text(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.numberId, t.content] })],
)
