import { v7 as uuid } from 'uuid'
import type { Tx } from '../../platform/database/database.ts'
import { agents } from '../../platform/database/schema/conversations/conversations.ts'
import { insertVersions } from './versions/change-agent.ts'

const DEFAULT_AGENTS = [
  { name: 'SDR', type: 'SDR' },
  { name: 'Closer', type: 'CLOSER' },
  { name: 'Pós-venda', type: 'POS_VENDA' },
]

export async function createDefaultAgents(tx: Tx, tenantId: string, at: Date): Promise<void> {
  const rows = await tx.db
    .insert(agents)
    .values(DEFAULT_AGENTS.map((agent) => ({ tenantId, id: uuid(), ...agent, createdAt: at, updatedAt: at })))
    .returning()
  await insertVersions(tx, rows, { publishedBy: null, publishedAt: at })
}
