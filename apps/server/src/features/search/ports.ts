import type { Tx } from '../../kernel/db/database.ts'

/** What the search of messages does for the rest of the product. */
export interface Search {
  /** What is found of these conversations goes, with its words; before what they say goes. */
  forget: (tx: Tx, tenantId: string, conversationIds: readonly string[]) => Promise<void>
}
