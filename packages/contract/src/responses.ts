import * as z from 'zod/mini'

/** Returns the schema of a successful response with data: `{success, message?, data}` (HTTP-08). */
/* @__NO_SIDE_EFFECTS__ */
export const successWithData = <T extends z.ZodMiniType>(data: T) =>
  z.object({ success: z.literal(true), message: z.optional(z.string()), data })

/**
 * Returns the schema of a successful response whose `data` may be missing, because the specification does not define it. The Prosa server
 * always sends `data`.
 */
/* @__NO_SIDE_EFFECTS__ */
export const successWithOptionalData = <T extends z.ZodMiniType>(data: T) =>
  z.object({ success: z.literal(true), message: z.optional(z.string()), data: z.optional(data) })

/** Schema of a successful response without data: `{success, message?}`. */
export const successWithoutData = z.object({ success: z.literal(true), message: z.optional(z.string()) })

/** Schema of a response that is a file instead of JSON. */
export const fileResponse = z.unknown()

/** Schema of the position in a paginated list. */
export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
})

/** Fields of a paginated response besides its list. `nextCursor` fetches the next page. */
export const paginationFields = {
  pagination: z.optional(pagination),
  nextCursor: z.nullish(z.string()),
}

const fieldError = z.object({ field: z.string(), message: z.string() })

/** Schema of every error response (HTTP-08). */
export const errorResponse = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.string(),
  code: z.string(),
  timestamp: z.string(),
  fieldErrors: z.optional(z.record(z.string(), z.string())),
  errors: z.optional(z.array(fieldError)),
})
export type ErrorResponse = z.infer<typeof errorResponse>
