import { v7 as uuid } from 'uuid'
import { unansweredTurns } from '../../../kernel/db/schema/usage.ts'
import type { Deps } from '../../../kernel/deps.ts'
import type { TurnPlace } from '../../conversations/ports.ts'
import { createMeter } from '../model/meter.ts'
import type { TurnPart } from './run-turn.ts'
import { countTokens, type UsedBy } from './usage.ts'

/** Counts one turn: how long it took, what became of it, and what its model took, also where no message came of it. */
export function measureTurn({ db, metrics, log }: Pick<Deps, 'db' | 'metrics' | 'log'>, { tenantId, conversationId }: TurnPlace) {
  const begun = performance.now()
  const meter = createMeter()
  let engine = 'none'
  let usedBy: UsedBy | null = null
  let isKeptWithMessage = false
  return {
    meter,
    begins: (by: string, whose: UsedBy) => {
      engine = by
      usedBy = whose
    },
    /** A part was stored with a message, which keeps what its part says of the turn. */
    said: ({ meta }: TurnPart) => {
      isKeptWithMessage ||= 'inputTokens' in meta
    },
    ended: async (outcome: string) => {
      const { inputTokens, outputTokens, cost } = meter.read()
      metrics?.turned({
        engine,
        outcome,
        seconds: (performance.now() - begun) / 1_000,
        inputTokens: inputTokens ?? 0,
        outputTokens: outputTokens ?? 0,
      })
      const tokens = (inputTokens ?? 0) + (outputTokens ?? 0)
      if (usedBy)
        await countTokens({ db }, usedBy, tokens).catch((error: unknown) =>
          log.warn({ err: error, tenantId, conversationId, tokens }, 'what a turn took was not counted'),
        )
      if (isKeptWithMessage || inputTokens === null) return
      const row = { tenantId, id: uuid(), conversationId, outcome, inputTokens, outputTokens, cost }
      await db
        .tenant(tenantId, (tx) => tx.db.insert(unansweredTurns).values(row))
        .catch((error: unknown) => log.warn({ err: error, ...row }, 'what a turn took was not kept'))
    },
  }
}
