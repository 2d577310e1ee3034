/** Plain SQL for the rows of a list and of an opened conversation, without row-level security. */

const CONVERSATION_VIEW_SQL = `
  SELECT c.*, l.name AS lead_name, l.company, l.phone, l.pause, c.lead_messages - COALESCE(r.lead_messages, 0) AS unread
  FROM conversations c
  JOIN leads l ON l.tenant_id = c.tenant_id AND l.id = c.lead_id
  LEFT JOIN conversation_reads r ON r.tenant_id = c.tenant_id AND r.conversation_id = c.id AND r.user_id = $3`

/** Parameters: tenant, agent, user, limit. */
export const PLAIN_LIST_SQL = `${CONVERSATION_VIEW_SQL}
  WHERE c.tenant_id = $1 AND c.agent_id = $2 AND NOT c.archive
  ORDER BY c.last_activity_at DESC, c.id DESC LIMIT $4`

export const PLAIN_CONVERSATION_SQL = {
  /** Parameters: tenant, conversation, user. */
  conversation: `${CONVERSATION_VIEW_SQL} WHERE c.tenant_id = $1 AND c.id = $2`,
  /** Parameters: tenant, conversation, limit. */
  history: 'SELECT * FROM messages WHERE tenant_id = $1 AND conversation_id = $2 ORDER BY seq DESC LIMIT $3',
}
