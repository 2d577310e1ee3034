import type { VersionSettings } from '@prosa/contract/entities/agent-version'
import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'
import { agents } from './conversations.ts'
import { tenantId } from './tenants.ts'

/** An agent's settings as they were published; a row is never changed. The newest says what the agent's own row says. */
export const agentVersions = pgTable(
  'agent_versions',
  {
    tenantId: tenantId(),
    agentId: uuid('agent_id').notNull(),
    number: integer().notNull(),
    settings: jsonb().$type<VersionSettings>().notNull(),
    changed: text().array().notNull(),
    note: text(),
    publishedBy: uuid('published_by'),
    publishedAt: at('published_at').notNull(),
    restoredFrom: integer('restored_from'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.agentId, t.number] }),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
  ],
)

/** How a draft came to its revision. `overtaken`: something else was published, which it follows from then on. */
export const DRAFT_MOVES = ['saved', 'published', 'discarded', 'overtaken'] as const

/** What is about to be published of an agent; the row stays when there is nothing, for its revision. */
export const agentDrafts = pgTable(
  'agent_drafts',
  {
    tenantId: tenantId(),
    agentId: uuid('agent_id').notNull(),
    revision: integer().notNull(),
    /** Only what differs from what is published. */
    changes: jsonb().$type<Partial<VersionSettings>>().notNull(),
    savedBy: uuid('saved_by'),
    savedAt: at('saved_at'),
    moved: text({ enum: DRAFT_MOVES }).notNull(),
    movedBy: uuid('moved_by').notNull(),
    movedAt: at('moved_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.agentId] }),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
  ],
)
