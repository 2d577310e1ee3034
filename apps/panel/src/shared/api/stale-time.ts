/**
 * Returns a `staleTime` of `ms` milliseconds. Data dated in the future is stale: the computer's clock was set back, and the data would
 * otherwise stay fresh for that difference too.
 */
export const createStaleTime =
  (ms: number) =>
  ({ state }: { state: { dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt > Date.now() ? Number.NEGATIVE_INFINITY : ms
