/**
 * How long an answer is fresh, in milliseconds, as a `staleTime`. One that is dated later than now was had before the computer's
 * clock was set back, which would else keep it fresh for as long as it went back.
 */
export const freshFor =
  (ms: number) =>
  ({ state }: { state: { dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt > Date.now() ? Number.NEGATIVE_INFINITY : ms
