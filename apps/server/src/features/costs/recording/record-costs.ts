import { eq } from 'drizzle-orm'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../../platform/database/database.ts'
import { whereTenant } from '../../../platform/database/queries/where-tenant.ts'
import { costs } from '../../../platform/database/schema/agents/costs.ts'
import { unansweredTurns } from '../../../platform/database/schema/agents/usage.ts'
import { agents } from '../../../platform/database/schema/conversations/conversations.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ModelUsage } from '../../../platform/external-services/language-model.ts'
import type { Costs, UnansweredTurn } from '../ports.ts'
import { getTokenPrice, getTranscriptionPrice } from '../pricing/price.ts'
import { loadRatesForDay } from '../pricing/rates.ts'
import { findConversationAttribution, findMessageAttribution } from './cost-attribution.ts'

type CostDeps = Pick<Deps, 'db' | 'config' | 'clock'>

const insertCost = (tx: Tx, row: Omit<typeof costs.$inferInsert, 'state'>): Promise<unknown> =>
  tx.db
    .insert(costs)
    .values({ ...row, state: 'final' })
    .onConflictDoNothing()

async function priceModelUsage(
  tx: Tx,
  { config }: CostDeps,
  tenantId: string,
  at: Date,
  model: string | null,
  usage: ModelUsage,
) {
  const { llm, priceCurrency } = config
  // Agents without a model, or whose model is no longer allowed, use the server's default model.
  const modelName = model !== null && llm?.models.includes(model) ? model : (llm?.model ?? model)
  return getTokenPrice(await loadRatesForDay(tx, tenantId, at), modelName, usage, priceCurrency)
}

/** Returns a function that stores the language model cost of an agent's answer, in the transaction that stores the answer. */
export const recordAnsweredTurnCost =
  (deps: CostDeps): Costs['recordAnsweredTurn'] =>
  async (tx, { tenantId, messageId, model, at, ...usage }) => {
    const attribution = await findMessageAttribution(tx, tenantId, messageId)
    if (!attribution) return
    const microBrl = await priceModelUsage(tx, deps, tenantId, at, model, usage)
    await insertCost(tx, { tenantId, kind: 'model', ref: messageId, microBrl, ...attribution, at })
  }

/** Stores that an agent's answer produced no message, and its language model cost (COST-04). */
export async function recordUnansweredTurnCost(deps: CostDeps, turn: UnansweredTurn): Promise<void> {
  const { tenantId, conversationId, ...usage } = turn
  const [id, at] = [uuid(), deps.clock.now()]
  await deps.db.tenant(tenantId, async (tx) => {
    await tx.db.insert(unansweredTurns).values({ ...turn, id })
    const attribution = await findConversationAttribution(tx, tenantId, conversationId)
    const [agent] = await tx.db
      .select({ model: agents.model })
      .from(agents)
      .where(whereTenant(agents, tenantId, eq(agents.id, attribution?.agentId ?? id)))
    const microBrl = await priceModelUsage(tx, deps, tenantId, at, agent?.model ?? null, usage)
    await insertCost(tx, { tenantId, kind: 'model', ref: id, microBrl, ...attribution, at })
  })
}

/**
 * Stores the language model cost of previewing an agent (`model`), or of judging its answer in a check of corrections (`judge`). Does
 * nothing if the usage is unknown.
 */
export async function recordPreviewCost(
  deps: CostDeps,
  { tenantId, id: agentId, model }: Parameters<Costs['recordPreview']>[0],
  usage: ModelUsage,
  kind: 'model' | 'judge' = 'model',
): Promise<void> {
  if (usage.inputTokens === null && usage.cost === null) return
  const at = deps.clock.now()
  await deps.db.tenant(tenantId, async (tx) => {
    const microBrl = await priceModelUsage(tx, deps, tenantId, at, model, usage)
    await insertCost(tx, { tenantId, kind, ref: uuid(), microBrl, agentId, at })
  })
}

/** Returns a function that stores the cost of a transcription, in the transaction that stores the transcript. */
export const recordTranscriptionCost =
  ({ config }: CostDeps): Costs['recordTranscription'] =>
  async (tx, { tenantId, messageId, seconds, at }) => {
    const attribution = await findMessageAttribution(tx, tenantId, messageId)
    if (!attribution) return
    const defaultRate = { price: config.transcription?.price ?? null, currency: config.priceCurrency }
    const microBrl = getTranscriptionPrice(await loadRatesForDay(tx, tenantId, at), seconds, defaultRate)
    await insertCost(tx, { tenantId, kind: 'transcript', ref: messageId, microBrl, ...attribution, at })
  }
