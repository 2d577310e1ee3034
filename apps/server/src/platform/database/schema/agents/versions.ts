import type { VersionSettings } from '@prosa/contract/entities/agents/agent-version'
import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from '../columns.ts'
import { agents } from '../conversations/conversations.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/** Published versions of an agent's settings. Rows never change. The newest version equals the settings in the agent's own row. */
export const agentVersions = pgTable(
  'agent_versions',
  {
    tenantId: tenantIdColumn(),
    agentId: uuid('agent_id').notNull(),
    number: integer().notNull(),
    settings: jsonb().$type<VersionSettings>().notNull(),
    changed: text().array().notNull(),
    note: text(),
    publishedBy: uuid('published_by'),
    publishedAt: timestampColumn('published_at').notNull(),
    restoredFrom: integer('restored_from'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.agentId, t.number] }),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
  ],
)

/** Reasons for a new revision of a draft. `overtaken`: another version was published, on which the draft is now based. */
export const DRAFT_REVISION_CAUSES = ['saved', 'published', 'discarded', 'overtaken'] as const

/** Drafts of agents' settings. A draft without changes keeps its row, so that the revision number is not lost. */
export const agentDrafts = pgTable(
  'agent_drafts',
  {
    tenantId: tenantIdColumn(),
    agentId: uuid('agent_id').notNull(),
    revision: integer().notNull(),
    /** Settings that differ from the published version. */
    changes: jsonb().$type<Partial<VersionSettings>>().notNull(),
    savedBy: uuid('saved_by'),
    savedAt: timestampColumn('saved_at'),
    moved: text({ enum: DRAFT_REVISION_CAUSES }).notNull(),
    movedBy: uuid('moved_by').notNull(),
    movedAt: timestampColumn('moved_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.agentId] }),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
  ],
)
