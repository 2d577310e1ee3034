import type { pagination } from '@prosa/contract/responses'
import type * as z from 'zod/mini'

/**
 * Returns LIMIT and OFFSET for a page (counted from 1), and a function `of` that returns the response's pagination data for a total number
 * of rows. `pageSize`: default limit.
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
