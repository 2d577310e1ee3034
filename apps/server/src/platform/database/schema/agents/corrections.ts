import type { CorrectionKind } from '@prosa/contract/entities/agents/correction'
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { JsonObject } from '../../../json/json.ts'
import { createdAt, timestampColumn } from '../columns.ts'
import { agents } from '../conversations/conversations.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/**
 * State of a conversation at the start of a turn (one reply of the agent), by the id of the turn's first message. Stored for some days, in
 * case a user corrects that reply.
 */
export const turnStarts = pgTable(
  'turn_starts',
  {
    tenantId: tenantIdColumn(),
    messageId: uuid('message_id').notNull(),
    known: jsonb().$type<JsonObject>().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.messageId] }), index('turn_starts_created').on(t.createdAt)],
)

/** Corrections (replies of an agent that a user marked as wrong), each with a snapshot of the turn that gave the reply. */
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
    /**
     * Snapshot of the turn (features/corrections/snapshots/turn-snapshot.ts). This and the next three columns are null after the lead was
     * erased.
     */
    frozen: jsonb().$type<JsonObject>(),
    leadId: uuid('lead_id'),
    conversationId: uuid('conversation_id'),
    messageId: uuid('message_id'),
    /** Idempotency key of the client's request. */
    clientKey: text('client_key'),
    /** Hash of the request that was sent with the idempotency key (http/calls/idempotency-key.ts). */
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

/**
 * Check runs: each checks an agent's corrections against one revision of the agent's draft. `version`: the version that was published at
 * that time.
 */
export const correctionRuns = pgTable(
  'correction_runs',
  {
    tenantId: tenantIdColumn(),
    id: uuid().notNull(),
    agentId: uuid('agent_id').notNull(),
    revision: integer().notNull(),
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

/** Results of single corrections in a check run. An interrupted check run continues with the corrections that have no result yet. */
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
