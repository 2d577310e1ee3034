import type { ModelUsage } from '../../../platform/external-services/language-model.ts'

/** Sums the usage of a turn's model calls, failed ones included. */
export interface UsageMeter {
  add(call: ModelUsage): void
  /** Returns the usage. Its values are null if nothing was counted. */
  read(): ModelUsage
  /** Returns the number of input and output tokens. */
  tokens(): number
}

const addNullable = (a: number | null, b: number | null): number | null => (a === null && b === null ? null : (a ?? 0) + (b ?? 0))

export function createUsageMeter(): UsageMeter {
  let spent: ModelUsage = { inputTokens: null, outputTokens: null, cost: null }
  return {
    add: ({ inputTokens, outputTokens, cost }) => {
      spent = {
        inputTokens: addNullable(spent.inputTokens, inputTokens),
        outputTokens: addNullable(spent.outputTokens, outputTokens),
        cost: addNullable(spent.cost, cost),
      }
    },
    read: () => spent,
    tokens: () => addNullable(spent.inputTokens, spent.outputTokens) ?? 0,
  }
}
