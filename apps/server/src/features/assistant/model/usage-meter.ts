import type { ModelUsage } from '../../../platform/external-services/language-model.ts'

/** Sums tokens and costs of all model requests in a turn, including failed ones. */
export interface UsageMeter {
  add(call: ModelUsage): void
  /** Returns the sums. A value that no request reported is null. */
  getUsage(): ModelUsage
  /** Returns input plus output tokens; 0 if none were reported. */
  getTotalTokens(): number
}

const addNullable = (a: number | null, b: number | null): number | null => (a === null && b === null ? null : (a ?? 0) + (b ?? 0))

export function createUsageMeter(): UsageMeter {
  let totalUsage: ModelUsage = { inputTokens: null, outputTokens: null, cost: null }
  return {
    add: ({ inputTokens, outputTokens, cost }) => {
      totalUsage = {
        inputTokens: addNullable(totalUsage.inputTokens, inputTokens),
        outputTokens: addNullable(totalUsage.outputTokens, outputTokens),
        cost: addNullable(totalUsage.cost, cost),
      }
    },
    getUsage: () => totalUsage,
    getTotalTokens: () => addNullable(totalUsage.inputTokens, totalUsage.outputTokens) ?? 0,
  }
}
