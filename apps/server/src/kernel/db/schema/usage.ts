import { bigint, date, doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'
import { tenantId } from './tenants.ts'

/**
 * Turns and tokens of agents on the newest day on which they did anything, counted for each lead, each address of web chat visitors, each
 * agent and the organisation: one row each, begun anew by the first turn of a later day. `day` is the organisation's own.
 */
export const agentUsage = pgTable(
  'agent_usage',
  {
    tenantId: tenantId(),
    scope: text({ enum: ['lead', 'address', 'agent', 'tenant'] }).notNull(),
    /** Id of the lead, agent or organisation, or the day's keyed hash of the address (kernel/http/address-digest.ts). */
    subject: uuid().notNull(),
    day: date().notNull(),
    turns: integer().notNull(),
    tokens: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.scope, t.subject] })],
)

/** What a model took for turns of which no message came: a measurement, which nobody did, and so no row of the audit. */
export const unansweredTurns = pgTable(
  'unanswered_turns',
  {
    tenantId: tenantId(),
    id: uuid().notNull(),
    conversationId: uuid('conversation_id').notNull(),
    outcome: text().notNull(),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    cost: doublePrecision(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] })],
)
