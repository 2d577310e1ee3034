import type { Tx } from '../../platform/database/database.ts'

/** Operations of the message search index that other features call. */
export interface MessageSearchIndex {
  /** Deletes the search index rows of these conversations and updates the counts of their words. Call it before the messages are erased. */
  deleteConversations: (tx: Tx, tenantId: string, conversationIds: readonly string[]) => Promise<void>
}
