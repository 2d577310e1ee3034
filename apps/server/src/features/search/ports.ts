import type { Tx } from '../../platform/database/database.ts'

/** Operations of the message search that other features call. */
export interface MessageSearchIndex {
  /** Deletes the index rows of these conversations and updates the vocabulary. Call it before their messages are erased. */
  forget: (tx: Tx, tenantId: string, conversationIds: readonly string[]) => Promise<void>
}
