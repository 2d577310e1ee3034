/**
 * Creates a `staleTime` of `ms` milliseconds for TanStack Query. Data with a timestamp in the future is stale at once: the clock was set
 * back, and the data would otherwise count as fresh for too long.
 */
export const createStaleTime =
  (ms: number) =>
  ({ state }: { state: { dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt > Date.now() ? Number.NEGATIVE_INFINITY : ms
