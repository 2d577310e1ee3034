import type { CorrectionKind } from '@prosa/contract/entities/agents/correction'
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { JsonObject } from '../../../json/json.ts'
import { createdAt, timestampColumn } from '../columns.ts'
import { agents } from '../conversations/conversations.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/**
 * Snapshots of a conversation's state, one for each reply of an agent, taken before that reply. Stored for some days, in case a user
 * corrects the reply.
 */
export const turnStarts = pgTable(
  'turn_starts',
  {
    tenantId: tenantIdColumn(),
    /** First message of the agent's reply. */
    messageId: uuid('message_id').notNull(),
    known: jsonb().$type<JsonObject>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.messageId] }), index('turn_starts_created').on(t.createdAt)],
)

/** Corrections: replies of an agent that a user marked as wrong, with what the agent must and must not say instead. */
export const corrections = pgTable(
  'corrections',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    agentId: uuid('agent_id').notNull(),
    kind: text().$type<CorrectionKind>().notNull(),
    text: text().notNull(),
    must: text().array().notNull(),
    mustNot: text('must_not').array().notNull(),
    state: text({ enum: ['active', 'off'] }).notNull(),
    /** Conversation and settings from which the agent generated the reply; null after the lead was erased. */
    frozen: jsonb().$type<JsonObject>(),
    /** Null after the lead was erased. */
    leadId: uuid('lead_id'),
    /** Null after the lead was erased. */
    conversationId: uuid('conversation_id'),
    /** Null after the lead was erased. */
    messageId: uuid('message_id'),
    /** Idempotency key of the client's request. */
    clientKey: text('client_key'),
    /** Hash of the request with this idempotency key, to detect a different request with the same key. */
    requestHash: text('request_hash'),
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

/** Check runs. Each checks whether one revision of an agent's draft settings complies with the agent's corrections. */
export const correctionRuns = pgTable(
  'correction_runs',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    agentId: uuid('agent_id').notNull(),
    revision: integer().notNull(),
    /** Version of the agent's settings that was published when the run started. */
    version: integer().notNull(),
    state: text({ enum: ['running', 'done', 'stopped'] }).notNull(),
    total: integer().notNull(),
    startedBy: uuid('started_by').notNull(),
    startedAt: timestampColumn('started_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    // Allows only one running check run for each agent.
    uniqueIndex('correction_runs_running').on(t.tenantId, t.agentId).where(sql`${t.state} = 'running'`),
    index('correction_runs_agent').on(t.tenantId, t.agentId, t.revision, t.version),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
  ],
)

/** Results of single corrections in a check run. An interrupted run continues with the corrections that have no result. */
export const correctionResults = pgTable(
  'correction_results',
  {
    tenantId: tenantIdColumn(),
    correctionId: uuid('correction_id').notNull(),
    runId: uuid('run_id').notNull(),
    state: text({ enum: ['green', 'red'] }).notNull(),
    why: text(),
    said: text().notNull(),
    at: timestampColumn('at').notNull(),
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
