import type { listCorrections as call } from '@prosa/contract/calls/corrections'
import type { AnswerOf } from '@prosa/contract/define-call'
import type { Correction } from '@prosa/contract/entities/correction'
import { desc, eq, type SQL } from 'drizzle-orm'
import { isUuid, type Tx } from '../../kernel/db/database.ts'
import { ofTenant } from '../../kernel/db/of-tenant.ts'
import { users } from '../../kernel/db/schema/accounts.ts'
import { corrections } from '../../kernel/db/schema/corrections.ts'
import { beforeCursor, timeCursor } from '../../kernel/db/time-cursor.ts'
import type { Deps } from '../../kernel/deps.ts'
import { errors } from '../../kernel/errors.ts'
import { asDrafted } from '../agents/ports.ts'
import type { Costs } from '../costs/ports.ts'
import { presentCorrection } from './present.ts'
import { presentRun, runUnderWay } from './present-run.ts'
import { resultsFor } from './standing.ts'

const PAGE = 50

/** Dependencies for estimating the cost of a run. */
interface Prices {
  llm: Deps['llm']
  costs: Pick<Costs, 'usual'>
}

/** Returns the number of an agent's active corrections. */
export const countActive = (tx: Tx, tenantId: string, agentId: string): Promise<number> =>
  tx.db.$count(corrections, ofTenant(corrections, tenantId, eq(corrections.agentId, agentId), eq(corrections.state, 'active')))

const rowsOf = (tx: Tx) =>
  tx.db
    .select({ row: corrections, name: users.name })
    .from(corrections)
    .leftJoin(users, ofTenant(users, corrections.tenantId, eq(users.id, corrections.createdBy)))

/** Lists an agent's corrections, newest first, with keyset pagination. @throws 400 for an invalid cursor */
export async function listCorrections(
  tx: Tx,
  { llm, costs }: Prices,
  tenantId: string,
  agentId: string,
  { limit = PAGE, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<AnswerOf<typeof call>['data']> {
  const { createdAt, id } = corrections
  const after: SQL | undefined = cursor ? beforeCursor(createdAt, id, cursor) : undefined
  const rows = await rowsOf(tx)
    .where(ofTenant(corrections, tenantId, eq(corrections.agentId, agentId), after))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)?.row
  const drafted = await draftedOf(tx, tenantId, agentId)
  const results = await resultsOf(tx, tenantId, drafted)
  const run = await runUnderWay(tx, tenantId, agentId)
  return {
    corrections: shown.map(({ row, name }) => presentCorrection(row, name, results.get(row.id) ?? null)),
    active: await countActive(tx, tenantId, agentId),
    // An agent without a model costs nothing.
    case_micro_brl: llm && drafted?.agent.useModel ? await costs.usual(tx, tenantId, agentId) : null,
    run: run && (await presentRun(tx, run)),
    nextCursor: rows.length > limit && last ? timeCursor(last.createdAt, last.id) : null,
  }
}

/** Returns an agent's correction. @throws 404 */
export async function findCorrection(tx: Tx, tenantId: string, agentId: string, id: string): Promise<Correction> {
  const [found] = await rowsOf(tx).where(
    ofTenant(corrections, tenantId, eq(corrections.agentId, agentId), eq(corrections.id, id)),
  )
  if (!found) throw errors.notFound()
  const results = await resultsOf(tx, tenantId, await draftedOf(tx, tenantId, agentId))
  return presentCorrection(found.row, found.name, results.get(id) ?? null)
}

const draftedOf = async (tx: Tx, tenantId: string, agentId: string) => (isUuid(agentId) ? asDrafted(tx, tenantId, agentId) : null)

/** Returns the results of an agent's corrections for its current draft, by correction id. */
async function resultsOf(tx: Tx, tenantId: string, drafted: Awaited<ReturnType<typeof draftedOf>>) {
  if (!drafted) return new Map<string, never>()
  const { agent, revision } = drafted
  return resultsFor(tx, { tenantId, agentId: agent.id, revision, version: agent.version })
}
