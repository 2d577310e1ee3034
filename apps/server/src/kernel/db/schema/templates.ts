import type { TemplateComponent } from '@prosa/contract/entities/template'
import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at, createdAt } from './columns.ts'
import { tenantId } from './tenants.ts'

/** A template of an account at Meta, as it was last told of: by Meta's list, by a webhook, or by what we asked of it. */
export const whatsappTemplates = pgTable(
  'whatsapp_templates',
  {
    tenantId: tenantId(),
    /** Several numbers of one account share its templates. */
    wabaId: text('waba_id').notNull(),
    /** Meta's own. */
    id: text().notNull(),
    name: text().notNull(),
    language: text().notNull(),
    category: text(),
    /** What Meta makes of it, and when. */
    nextCategory: text('next_category'),
    nextCategoryAt: at('next_category_at'),
    status: text().notNull(),
    /** Meta's word for why; what it says beside that. */
    reason: text(),
    detail: text(),
    pausedUntil: at('paused_until'),
    quality: text(),
    components: jsonb().$type<TemplateComponent[]>().notNull(),
    /** By Meta's clock: what was told before that says nothing any more, in whatever order it comes. */
    statusAt: at('status_at').notNull(),
    categoryAt: at('category_at').notNull(),
    qualityAt: at('quality_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId, t.id] })],
)

/** When an account's templates were last read from Meta, and when something of them last changed that only Meta knows whole. */
export const templateReadings = pgTable(
  'template_readings',
  {
    tenantId: tenantId(),
    wabaId: text('waba_id').notNull(),
    readAt: at('read_at'),
    changedAt: at('changed_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.wabaId] })],
)

/** The example of a template's header on its way to Meta, by its content: cut off anywhere, it goes on from where Meta has it (TPL-03). */
export const headerExamples = pgTable(
  'header_examples',
  {
    tenantId: tenantId(),
    numberId: uuid('number_id').notNull(),
    /** Under which name its bytes lie with us (files.stored_as). */
    content: text().notNull(),
    /** Meta's name of the upload, and of what was uploaded once it is whole. */
    uploadId: text('upload_id').notNull(),
    handle: text(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.numberId, t.content] })],
)
