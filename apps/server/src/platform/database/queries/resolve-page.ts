import type { pagination } from '@prosa/contract/responses'
import type * as z from 'zod/mini'

/**
 * Returns LIMIT and OFFSET of a page (from 1), and a function that returns the pagination data for a total number of rows. `pageSize`:
 * default limit.
 */
export function resolvePage(
  { page = 1, limit: requestedLimit }: { page?: number | undefined; limit?: number | undefined },
  pageSize: number,
) {
  const limit = requestedLimit ?? pageSize
  return {
    limit,
    offset: (page - 1) * limit,
    buildPagination: (total: number): z.infer<typeof pagination> => ({
      page,
      limit,
      total,
      totalPages: Math.ceil(total / limit),
    }),
  }
}
