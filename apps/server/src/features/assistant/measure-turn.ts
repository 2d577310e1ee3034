import type { Metrics } from '../../kernel/metrics.ts'
import type { Decided } from './turn.ts'

/** Counts one turn: how long it took, what became of it, and the tokens of its model. */
export function measureTurn(metrics: Metrics | null) {
  const begun = performance.now()
  let engine = 'none'
  let tokens = { inputTokens: 0, outputTokens: 0 }
  return {
    decided: (by: string, decided: Decided | 'stale') => {
      engine = by
      if (decided === 'stale' || decided.meta.engine !== 'model') return
      tokens = { inputTokens: decided.meta.inputTokens ?? 0, outputTokens: decided.meta.outputTokens ?? 0 }
    },
    ended: (outcome: string) => metrics?.turned({ engine, outcome, seconds: (performance.now() - begun) / 1_000, ...tokens }),
  }
}
