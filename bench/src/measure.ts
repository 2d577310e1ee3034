import type { Stage } from './stage.ts'

/** One figure that a measure found; its name is one of budgets.json. */
export interface Figure {
  readonly name: string
  readonly value: number
}

/** A figure that could not be had here, and why. It counts as not kept. */
export interface Missing {
  readonly name: string
  readonly missing: string
}

export type Finding = Figure | Missing

/** One thing that is measured. */
export interface Measure {
  /** What `npm run bench -- <name>` runs. */
  readonly name: string
  /** Names of budgets.json that it answers for. */
  readonly figures: readonly string[]
  /** Compares with plain SQL, or needs more rows than an embedded database is given. */
  readonly needsServer?: boolean
  readonly run: (stage: Stage) => Promise<readonly Finding[]>
}
