import { bigint, date, doublePrecision, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'

/**
 * Daily numbers of agent replies (turns) and model tokens, by which the daily limits are enforced. One row for each lead, IP address, agent
 * and organisation; the first reply of a later day resets the row.
 */
export const agentUsage = pgTable(
  'agent_usage',
  {
    tenantId: tenantIdColumn(),
    /** Kind of `subject`. `address`: IP address of web chat visitors. */
    scope: text({ enum: ['lead', 'address', 'agent', 'tenant'] }).notNull(),
    /** Id of the lead, agent or organisation, or a keyed hash of the IP address (http/client-address/hash-ip-address.ts). */
    subject: uuid().notNull(),
    /** Day in the organisation's time zone. */
    day: date().notNull(),
    turns: integer().notNull(),
    tokens: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.scope, t.subject] })],
)

/** Model usage of agent runs that did not produce a message for the lead. */
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
