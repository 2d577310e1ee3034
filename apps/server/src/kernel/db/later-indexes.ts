/** What follows CREATE INDEX and a name. */
type Indexes = Readonly<Record<string, string>>

/**
 * Indexes that were added once there were installations with much in these tables. A migration runs in a transaction, where an index keeps
 * everybody from writing until it is made; these are made after the migrations, beside the processes that still serve. Not in the schema
 * files, from which migrations are generated.
 */
const LATER_INDEXES: Indexes = {
  // Conversations that still carry an address, which is cleared after its day (features/conversations/clear-address-keys.ts).
  conversations_address_key: 'ON conversations (last_client_message_at) WHERE address_key IS NOT NULL',
  // What an agent's versions cost (features/costs/of-versions.ts): read from the index alone.
  costs_version: 'ON costs (tenant_id, agent_id, version) INCLUDE (micro_brl, state) WHERE version IS NOT NULL',
  // The leads that retention looks at: none that has been erased (features/privacy/keep-house.ts).
  leads_kept: 'ON leads (tenant_id, created_at, id) WHERE erased_at IS NULL',
  // The meetings of one lead, of which an agent may make so many (features/calendar/book-for-agent.ts).
  meetings_lead: 'ON meetings (tenant_id, lead_id)',
  // Whole numbers by their end, which is the end of the text, and parts of words (lead-search.ts).
  leads_phone_end: 'ON leads (tenant_id, right(search_text, 8))',
  leads_search: 'ON leads USING gin (tenant_id, search_text gin_trgm_ops)',
  // What of a conversation changed while somebody was away (features/conversations/get-conversation.ts).
  messages_changed: 'ON messages (tenant_id, conversation_id, changed_at) WHERE changed_at IS NOT NULL',
  // The files of a lead, the newest first (features/conversations/lead-files.ts).
  messages_files: 'ON messages (tenant_id, conversation_id, created_at, id) WHERE attachment IS NOT NULL',
  past_messages_files: 'ON past_messages (tenant_id, conversation_id, said_at, id) WHERE attachment IS NOT NULL',
}

/** Makes those that are missing, and anew what was left half-made by a process that ended; `run` is outside any transaction, as the owner. */
export async function makeLaterIndexes(
  run: (sql: string) => Promise<{ rows: Record<string, unknown>[] }>,
  { beside }: { beside: boolean },
  indexes = LATER_INDEXES,
): Promise<void> {
  const how = beside ? 'CONCURRENTLY' : ''
  for (const [name, definition] of Object.entries(indexes)) {
    const { rows } = await run(`SELECT indisvalid AS whole FROM pg_index WHERE indexrelid = to_regclass('${name}')`)
    if (rows[0]?.['whole'] === true) continue
    if (rows.length > 0) await run(`DROP INDEX ${how} ${name}`)
    await run(`CREATE INDEX ${how} ${name} ${definition}`)
  }
}
