import type { CorrectionKind } from '@prosa/contract/entities/correction'
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { JsonObject } from '../../json.ts'
import { at, createdAt } from './columns.ts'
import { agents } from './conversations.ts'
import { tenantId } from './tenants.ts'

/** What was known when a turn began, by the first message that it said: kept for some days, for whoever corrects that. */
export const turnStarts = pgTable(
  'turn_starts',
  {
    tenantId: tenantId(),
    messageId: uuid('message_id').notNull(),
    known: jsonb().$type<JsonObject>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.messageId] }), index('turn_starts_created').on(t.createdAt)],
)

/** Wrong answers, each with the turn that it was said in. */
export const corrections = pgTable(
  'corrections',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    agentId: uuid('agent_id').notNull(),
    kind: text().$type<CorrectionKind>().notNull(),
    text: text().notNull(),
    must: text().array().notNull(),
    mustNot: text('must_not').array().notNull(),
    state: text({ enum: ['active', 'off'] }).notNull(),
    /** The turn as it was (features/corrections/frozen.ts); null once its lead was erased, as are the three after it. */
    frozen: jsonb().$type<JsonObject>(),
    leadId: uuid('lead_id'),
    conversationId: uuid('conversation_id'),
    messageId: uuid('message_id'),
    /** A client's own name for what it sent. */
    clientKey: text('client_key'),
    createdBy: uuid('created_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('corrections_agent').on(t.tenantId, t.agentId, t.createdAt, t.id),
    index('corrections_lead').on(t.tenantId, t.leadId),
    uniqueIndex('corrections_client_key').on(t.tenantId, t.clientKey).where(sql`${t.clientKey} IS NOT NULL`),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
  ],
)

/** One checking of an agent's corrections with its draft as it was at a revision, over what was published then. */
export const correctionRuns = pgTable(
  'correction_runs',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    agentId: uuid('agent_id').notNull(),
    revision: integer().notNull(),
    version: integer().notNull(),
    state: text({ enum: ['running', 'done', 'stopped'] }).notNull(),
    total: integer().notNull(),
    startedBy: uuid('started_by').notNull(),
    startedAt: at('started_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    // One at a time for each agent.
    uniqueIndex('correction_runs_running').on(t.tenantId, t.agentId).where(sql`${t.state} = 'running'`),
    index('correction_runs_agent').on(t.tenantId, t.agentId, t.revision, t.version),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
  ],
)

/** What came of a correction in a run; a run that was cut off goes on with those that have none. */
export const correctionResults = pgTable(
  'correction_results',
  {
    tenantId: tenantId(),
    correctionId: uuid('correction_id').notNull(),
    runId: uuid('run_id').notNull(),
    state: text({ enum: ['green', 'red'] }).notNull(),
    why: text(),
    said: text().notNull(),
    at: at('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.correctionId, t.runId] }),
    index('correction_results_run').on(t.tenantId, t.runId),
    foreignKey({ columns: [t.tenantId, t.correctionId], foreignColumns: [corrections.tenantId, corrections.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.tenantId, t.runId], foreignColumns: [correctionRuns.tenantId, correctionRuns.id] }),
  ],
)
