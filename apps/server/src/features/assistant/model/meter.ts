import type { ModelSpent } from '../../../kernel/language-model.ts'

/** Sums the usage of a turn's model calls, failed ones included. */
export interface Meter {
  add(call: ModelSpent): void
  /** Returns the usage. Its values are null if nothing was counted. */
  read(): ModelSpent
  /** Returns the number of input and output tokens. */
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
