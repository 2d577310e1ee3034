import type { BenchEnvironment } from './bench-environment.ts'

/** A measured figure; its name is a key of budgets.json. */
export interface Figure {
  readonly name: string
  readonly value: number
}

/** A figure that could not be measured here, and why. It counts as a failure. */
export interface MissingFigure {
  readonly name: string
  readonly missing: string
}

export type MeasureResult = Figure | MissingFigure

/** A measurement of one or more figures. */
export interface Measure {
  /** Name for `npm run bench -- <name>`. */
  readonly name: string
  /** Names of its figures in budgets.json. */
  readonly figures: readonly string[]
  /** Whether it needs a PostgreSQL server: it compares with plain SQL, or needs more rows than the embedded database gets. */
  readonly needsServer?: boolean
  readonly run: (stage: BenchEnvironment) => Promise<readonly MeasureResult[]>
}
