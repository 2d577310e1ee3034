import { eq } from 'drizzle-orm'
import type { Identity } from '../../../platform/access/identity.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { agentVersions } from '../../../platform/database/schema/agents/versions.ts'
import { agents } from '../../../platform/database/schema/conversations/conversations.ts'
import { errors } from '../../../platform/errors.ts'
import type { AgentRow } from '../queries.ts'
import { invalidateDraftRevision } from './draft-moves.ts'
import { diffSettings, toVersionSettings } from './settings.ts'

export interface PublicationInfo {
  /** Id of the user; null if the system published the version. */
  readonly publishedBy: string | null
  readonly publishedAt: Date
  readonly note?: string | null | undefined
  /** Number of the earlier version whose settings were restored. */
  readonly restoredFrom?: number
}

/**
 * Locks an agent's row until the transaction ends, and returns the row.
 * @throws 404 if the agent does not exist
 */
export async function lockAgentForUpdate(tx: Tx, tenantId: string, id: string): Promise<AgentRow> {
  const [row] = await tx.db
    .select()
    .from(agents)
    .where(whereTenant(agents, tenantId, eq(agents.id, id)))
    .for('update')
  if (!row) throw errors.notFound()
  return row
}

/**
 * Stores the current settings of agents as new published versions. `changedSettings`: names of the settings that differ from the previous
 * version.
 */
export async function insertVersions(
  tx: Tx,
  rows: readonly AgentRow[],
  { publishedBy, publishedAt, note, restoredFrom }: PublicationInfo,
  changedSettings: readonly string[] = [],
): Promise<void> {
  await tx.db.insert(agentVersions).values(
    rows.map((row) => ({
      tenantId: row.tenantId,
      agentId: row.id,
      number: row.version,
      settings: toVersionSettings(row),
      changed: [...changedSettings],
      note: note || null,
      publishedBy: publishedBy,
      publishedAt: publishedAt,
      restoredFrom: restoredFrom ?? null,
    })),
  )
}

/**
 * Changes an agent whose row is locked. Creates a new version if settings change or an earlier version is restored. The version applies
 * from the agent's next answer; an answer in progress uses the settings that it has read.
 */
export async function changeAgent(
  tx: Tx,
  { userId }: Pick<Identity, 'userId'>,
  agent: AgentRow,
  changes: Partial<AgentRow>,
  publication: Omit<PublicationInfo, 'publishedBy'>,
): Promise<AgentRow> {
  const { tenantId, id } = agent
  const changedSettings = Object.keys(diffSettings(toVersionSettings(agent), toVersionSettings({ ...agent, ...changes })))
  const isNew = changedSettings.length > 0 || publication.restoredFrom !== undefined
  const [row] = await tx.db
    .update(agents)
    .set({ ...changes, version: agent.version + (isNew ? 1 : 0), updatedAt: publication.publishedAt })
    .where(whereTenant(agents, tenantId, eq(agents.id, id)))
    .returning()
  if (!row) throw errors.notFound()
  if (isNew) {
    await insertVersions(tx, [row], { publishedBy: userId, ...publication }, changedSettings)
    await invalidateDraftRevision(tx, row, { userId: userId, at: publication.publishedAt })
  }
  tx.emit({ name: 'agent.changed', payload: { tenantId, agent_id: id, version: row.version } })
  return row
}
