/** Definitions by index name: the SQL after CREATE INDEX and the name. */
type IndexDefinitions = Readonly<Record<string, string>>

/**
 * Indexes added to tables that may already be large. In a migration, which is a transaction, creating an index would block writes. These
 * are created after the migrations, while processes keep serving. They are not in the schema files, from which migrations are generated.
 */
const DEFERRED_INDEXES: IndexDefinitions = {
  // Conversations that still have an address, which is cleared a day later (features/conversations/lifecycle/clear-address-keys.ts).
  conversations_address_key: 'ON conversations (last_client_message_at) WHERE address_key IS NOT NULL',
  // Costs of an agent's versions (features/costs/reports/version-costs.ts), answered by an index-only scan.
  costs_version: 'ON costs (tenant_id, agent_id, version) INCLUDE (micro_brl, state) WHERE version IS NOT NULL',
  // Leads that retention checks, without erased ones (features/privacy/retention/run-retention.ts).
  leads_kept: 'ON leads (tenant_id, created_at, id) WHERE erased_at IS NULL',
  // Meetings of one lead, whose number is limited for an agent (features/calendar/meetings/book-agent-meeting.ts).
  meetings_lead: 'ON meetings (tenant_id, lead_id)',
  // Phone numbers by their last digits, which end the search text, and parts of words (lead-search.ts).
  leads_phone_end: 'ON leads (tenant_id, right(search_text, 8))',
  leads_search: 'ON leads USING gin (tenant_id, search_text gin_trgm_ops)',
  // Messages of a conversation changed since a client was last connected (features/conversations/reading/get-conversation.ts).
  messages_changed: 'ON messages (tenant_id, conversation_id, changed_at) WHERE changed_at IS NOT NULL',
  // Files of a lead, newest first (features/conversations/reading/list-lead-files.ts).
  messages_files: 'ON messages (tenant_id, conversation_id, created_at, id) WHERE attachment IS NOT NULL',
  past_messages_files: 'ON past_messages (tenant_id, conversation_id, said_at, id) WHERE attachment IS NOT NULL',
}

/**
 * Creates missing indexes, and recreates those that an interrupted process left invalid. `run` executes a statement as the owner, outside
 * of any transaction. `beside`: without blocking writes.
 */
export async function createDeferredIndexes(
  run: (sql: string) => Promise<{ rows: Record<string, unknown>[] }>,
  { beside }: { beside: boolean },
  indexes = DEFERRED_INDEXES,
): Promise<void> {
  const how = beside ? 'CONCURRENTLY' : ''
  for (const [name, definition] of Object.entries(indexes)) {
    const { rows } = await run(`SELECT indisvalid AS whole FROM pg_index WHERE indexrelid = to_regclass('${name}')`)
    if (rows[0]?.['whole'] === true) continue
    if (rows.length > 0) await run(`DROP INDEX ${how} ${name}`)
    await run(`CREATE INDEX ${how} ${name} ${definition}`)
  }
}
