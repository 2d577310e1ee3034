import type { CostSum } from '@prosa/contract/entities/reports/cost'
import { sql } from 'drizzle-orm'
import { costs } from '../../../platform/database/schema/agents/costs.ts'

/** SQL columns that sum costs. Costs without a known price are counted separately (COST-07). */
export const COST_SUM_COLUMNS = {
  // Converted to text: PostgreSQL returns the sum of bigints as numeric.
  micro: sql<string>`COALESCE(sum(${costs.microBrl}), 0)::text`,
  count: sql<number>`count(*)::int`,
  unpriced: sql<number>`(count(*) FILTER (WHERE ${costs.microBrl} IS NULL))::int`,
  estimated: sql<number>`(count(*) FILTER (WHERE ${costs.state} = 'estimated'))::int`,
}

interface CostSumRow {
  micro: string
  count: number
  unpriced: number
  estimated: number
}

export const ZERO_COST_SUM: CostSum = { micro_brl: 0, count: 0, unpriced: 0, estimated: 0 }

/** Converts a row of `COST_SUM_COLUMNS` to the API format. Returns zeros for undefined. */
export const toCostSum = (row: CostSumRow | undefined): CostSum =>
  row ? { micro_brl: Number(row.micro), count: row.count, unpriced: row.unpriced, estimated: row.estimated } : ZERO_COST_SUM
