import { v7 as uuid } from 'uuid'
import type { Tx } from '../../kernel/db/database.ts'
import { agents } from '../../kernel/db/schema/conversations.ts'
import { keepVersions } from './versions/change-agent.ts'

const FIRST_AGENTS = [
  { name: 'SDR', type: 'SDR' },
  { name: 'Closer', type: 'CLOSER' },
  { name: 'Pós-venda', type: 'POS_VENDA' },
]

/** Creates one agent of each type for a new organisation. */
export async function addFirstAgents(tx: Tx, tenantId: string, at: Date): Promise<void> {
  const rows = await tx.db
    .insert(agents)
    .values(FIRST_AGENTS.map((agent) => ({ tenantId, id: uuid(), ...agent, createdAt: at, updatedAt: at })))
    .returning()
  await keepVersions(tx, rows, { by: null, at })
}
