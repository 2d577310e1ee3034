import { foreignKey, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'
import { conversations } from './conversations.ts'
import { tenantId } from './tenants.ts'

/** What was said in a conversation within one hour; written with each message, read by the dashboard. */
export const conversationHours = pgTable(
  'conversation_hours',
  {
    tenantId: tenantId(),
    conversationId: uuid('conversation_id').notNull(),
    /** Start of the hour. */
    hour: at('hour').notNull(),
    agentId: uuid('agent_id').notNull(),
    fromLead: integer('from_lead').notNull().default(0),
    byAgent: integer('by_agent').notNull().default(0),
    byPerson: integer('by_person').notNull().default(0),
    takeOvers: integer('take_overs').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.conversationId, t.hour] }),
    foreignKey({ columns: [t.tenantId, t.conversationId], foreignColumns: [conversations.tenantId, conversations.id] }),
    // With all that the dashboard sums, so that a year of it is read from the index alone.
    index('conversation_hours_sums').on(
      t.tenantId,
      t.hour,
      t.agentId,
      t.conversationId,
      t.fromLead,
      t.byAgent,
      t.byPerson,
      t.takeOvers,
    ),
  ],
)
