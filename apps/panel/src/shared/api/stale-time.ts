/**
 * Creates a `staleTime` of `ms` milliseconds for TanStack Query. Data with a timestamp in the future is stale at once: after the clock was
 * set back, such data would count as fresh for too long.
 */
export const createStaleTime =
  (ms: number) =>
  ({ state }: { state: { dataUpdatedAt: number } }): number =>
    state.dataUpdatedAt > Date.now() ? Number.NEGATIVE_INFINITY : ms
