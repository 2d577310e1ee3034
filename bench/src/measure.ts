/** One figure that a measure found. */
export interface Figure {
  /** Its name in budgets.json. */
  readonly name: string
  readonly value: number
}

/** Runs the product and reports what it cost. */
export type Measure = () => Promise<readonly Figure[]>
