import type { CorrectionKind } from '@prosa/contract/entities/agents/correction'
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { JsonObject } from '../../../json/json.ts'
import { createdAt, timestampColumn } from '../columns.ts'
import { agents } from '../conversations/conversations.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/**
 * State at the start of a turn, by the id of the first message that the turn sent. Stored for some days, for corrections of that message.
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

/** Corrections of wrong answers, each with the turn that gave the answer. */
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
    /** Snapshot of the turn (features/corrections/snapshots/turn-snapshot.ts). Null after the lead was erased, like the next three columns. */
    frozen: jsonb().$type<JsonObject>(),
    leadId: uuid('lead_id'),
    conversationId: uuid('conversation_id'),
    messageId: uuid('message_id'),
    /** Idempotency key of the client's request. */
    clientKey: text('client_key'),
    /** Hash of the request that came with the key (http/calls/idempotency-key.ts). */
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

/** A check of an agent's corrections against a revision of its draft, based on the version published then. */
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
    // Only one running check per agent.
    uniqueIndex('correction_runs_running').on(t.tenantId, t.agentId).where(sql`${t.state} = 'running'`),
    index('correction_runs_agent').on(t.tenantId, t.agentId, t.revision, t.version),
    foreignKey({ columns: [t.tenantId, t.agentId], foreignColumns: [agents.tenantId, agents.id] }),
  ],
)

/** Result of a correction in a check. An interrupted check continues with the corrections that have no result. */
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
