import type { pagination } from '@prosa/contract/answer'
import type * as z from 'zod/mini'

/** Which rows of a list a page shows, and what its answer says of the whole; the pages count from 1. */
export function pageOf({ page = 1, limit: asked }: { page?: number | undefined; limit?: number | undefined }, pageSize: number) {
  const limit = asked ?? pageSize
  return {
    limit,
    offset: (page - 1) * limit,
    of: (total: number): z.infer<typeof pagination> => ({ page, limit, total, totalPages: Math.ceil(total / limit) }),
  }
}
