/** Index definitions by name. Each definition is the SQL after `CREATE INDEX <name>`. */
type IndexDefinitions = Readonly<Record<string, string>>

/**
 * Indexes on tables that may be large. They are created after the migrations, because an index created in a migration (a transaction) would
 * block writes. Not in the schema files, from which migrations are generated.
 */
const DEFERRED_INDEXES: IndexDefinitions = {
  // For deleting IP address keys a day after the last message (features/conversations/lifecycle/clear-address-keys.ts).
  conversations_address_key: 'ON conversations (last_client_message_at) WHERE address_key IS NOT NULL',
  // For an index-only scan of the costs of an agent's versions (features/costs/reports/version-costs.ts).
  costs_version: 'ON costs (tenant_id, agent_id, version) INCLUDE (micro_brl, state) WHERE version IS NOT NULL',
  // For the leads that the retention job checks (features/privacy/retention/run-retention.ts).
  leads_kept: 'ON leads (tenant_id, created_at, id) WHERE erased_at IS NULL',
  // For counting a lead's meetings, whose number is limited (features/calendar/meetings/book-agent-meeting.ts).
  meetings_lead: 'ON meetings (tenant_id, lead_id)',
  // For finding leads by the last digits of the phone number, and by parts of words (lead-search.ts).
  leads_phone_end: 'ON leads (tenant_id, right(search_text, 8))',
  leads_search: 'ON leads USING gin (tenant_id, search_text gin_trgm_ops)',
  // For messages that changed while a client was offline (features/conversations/reading/get-conversation.ts).
  messages_changed: 'ON messages (tenant_id, conversation_id, changed_at) WHERE changed_at IS NOT NULL',
  // For the files of a lead, newest first (features/conversations/reading/list-lead-files.ts).
  messages_files: 'ON messages (tenant_id, conversation_id, created_at, id) WHERE attachment IS NOT NULL',
  past_messages_files: 'ON past_messages (tenant_id, conversation_id, said_at, id) WHERE attachment IS NOT NULL',
}

/**
 * Creates missing indexes, and recreates indexes that an interrupted process left invalid.
 * @param runSql executes a statement as the owner of the tables, outside of any transaction
 * @param isConcurrent whether to create the indexes without blocking writes (CONCURRENTLY)
 */
export async function createDeferredIndexes(
  runSql: (sql: string) => Promise<{ rows: Record<string, unknown>[] }>,
  { isConcurrent }: { isConcurrent: boolean },
  indexes = DEFERRED_INDEXES,
): Promise<void> {
  const concurrently = isConcurrent ? 'CONCURRENTLY' : ''
  for (const [name, definition] of Object.entries(indexes)) {
    const { rows } = await runSql(`SELECT indisvalid AS whole FROM pg_index WHERE indexrelid = to_regclass('${name}')`)
    if (rows[0]?.['whole'] === true) continue
    if (rows.length > 0) await runSql(`DROP INDEX ${concurrently} ${name}`)
    await runSql(`CREATE INDEX ${concurrently} ${name} ${definition}`)
  }
}
