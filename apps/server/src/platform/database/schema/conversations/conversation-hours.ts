import { foreignKey, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { timestampColumn } from '../columns.ts'
import { tenantIdColumn } from '../organisation/tenants.ts'
import { conversations } from './conversations.ts'

/** Numbers of messages in a conversation per hour, for the dashboard. Updated with each message. */
export const conversationHours = pgTable(
  'conversation_hours',
  {
    tenantId: tenantIdColumn(),
    conversationId: uuid('conversation_id').notNull(),
    hour: timestampColumn('hour').notNull(),
    agentId: uuid('agent_id').notNull(),
    fromLead: integer('from_lead').notNull().default(0),
    byAgent: integer('by_agent').notNull().default(0),
    byPerson: integer('by_person').notNull().default(0),
    takeOvers: integer('take_overs').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.conversationId, t.hour] }),
    foreignKey({ columns: [t.tenantId, t.conversationId], foreignColumns: [conversations.tenantId, conversations.id] }),
    // Contains all columns of the dashboard's query, so that PostgreSQL needs only this index and not the table.
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
