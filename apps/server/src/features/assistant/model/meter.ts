import type { ModelSpent } from '../../../kernel/language-model.ts'

/** Adds up what a turn's calls of its model took, whatever comes of them. */
export interface Meter {
  add(call: ModelSpent): void
  /** Null as long as nothing was counted. */
  read(): ModelSpent
  /** Tokens of both kinds. */
  tokens(): number
}

const sum = (a: number | null, b: number | null): number | null => (a === null && b === null ? null : (a ?? 0) + (b ?? 0))

export function createMeter(): Meter {
  let spent: ModelSpent = { inputTokens: null, outputTokens: null, cost: null }
  return {
    add: ({ inputTokens, outputTokens, cost }) => {
      spent = {
        inputTokens: sum(spent.inputTokens, inputTokens),
        outputTokens: sum(spent.outputTokens, outputTokens),
        cost: sum(spent.cost, cost),
      }
    },
    read: () => spent,
    tokens: () => sum(spent.inputTokens, spent.outputTokens) ?? 0,
  }
}
