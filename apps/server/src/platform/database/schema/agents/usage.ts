import { bigint, date, doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/**
 * Numbers of turns and tokens of agents on the last day with any activity. One row for each lead, each IP address of web chat visitors,
 * each agent and the organisation. `day` is in the organisation's time zone. The first turn of a later day resets the row.
 */
export const agentUsage = pgTable(
  'agent_usage',
  {
    tenantId: tenantIdColumn(),
    scope: text({ enum: ['lead', 'address', 'agent', 'tenant'] }).notNull(),
    /**
     * Id of the lead, agent or organisation, or a keyed hash of the IP address that changes daily (http/client-address/hash-ip-address.ts).
     */
    subject: uuid().notNull(),
    day: date().notNull(),
    turns: integer().notNull(),
    tokens: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.scope, t.subject] })],
)

/** Model usage of turns that produced no message. Not in the audit log, because it is a measurement and not an action of a user. */
export const unansweredTurns = pgTable(
  'unanswered_turns',
  {
    tenantId: tenantIdColumn(),
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
