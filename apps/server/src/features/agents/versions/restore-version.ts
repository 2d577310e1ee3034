import type { Identity } from '../../../platform/access/identity.ts'
import type { Deps } from '../../../platform/deps.ts'
import { errors } from '../../../platform/errors.ts'
import type { AgentRow } from '../queries.ts'
import { recordAgentChange, toAgentColumns } from '../write-agent.ts'
import { changeAgent, lockAgentForUpdate } from './change-agent.ts'
import { findVersion } from './queries.ts'

const ALREADY_PUBLISHED = 'Esta já é a versão publicada.'

/**
 * Publishes the settings of an earlier version as the next version (LEARN-06).
 * @throws 404; 409 if the earlier version is the current one
 */
export function restoreVersion(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  identity: Identity,
  id: string,
  number: number,
): Promise<AgentRow> {
  const { tenantId } = identity
  return db.tenant(tenantId, async (tx) => {
    const agent = await lockAgentForUpdate(tx, tenantId, id)
    if (number === agent.version) throw errors.conflict(ALREADY_PUBLISHED)
    const { settings } = await findVersion(tx, tenantId, id, number)
    const row = await changeAgent(tx, identity, agent, toAgentColumns(settings), {
      publishedAt: clock.now(),
      restoredFrom: number,
    })
    await recordAgentChange(tx, identity, 'agent.restored', agent, row, { restoredFrom: number })
    return row
  })
}
