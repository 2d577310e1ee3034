import * as z from 'zod/mini'

/** `{success, message?, data}`: what every call answers when it worked (HTTP-08). */
/* @__NO_SIDE_EFFECTS__ */
export const success = <T extends z.ZodMiniType>(data: T) =>
  z.object({ success: z.literal(true), message: z.optional(z.string()), data })

/** A call whose answer the specification does not show: ours tells `data`, a client may not count on it. */
/* @__NO_SIDE_EFFECTS__ */
export const successMaybeWith = <T extends z.ZodMiniType>(data: T) =>
  z.object({ success: z.literal(true), message: z.optional(z.string()), data: z.optional(data) })

/** `{success, message?}`: a call whose success is all there is to say. */
export const done = z.object({ success: z.literal(true), message: z.optional(z.string()) })

/** The bytes of a file: an answer without JSON. */
export const fileBytes = z.unknown()

/** Present on paged answers only. */
export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
})

/** Fields that a paged answer adds beside its list. */
export const paged = {
  pagination: z.optional(pagination),
  nextCursor: z.nullish(z.string()),
}

/** One refused field. */
const fieldError = z.object({ field: z.string(), message: z.string() })

/** What every failed call answers (HTTP-08). */
export const errorAnswer = z.object({
  success: z.literal(false),
  message: z.string(),
  error: z.string(),
  code: z.string(),
  timestamp: z.string(),
  fieldErrors: z.optional(z.record(z.string(), z.string())),
  errors: z.optional(z.array(fieldError)),
})
export type ErrorAnswer = z.infer<typeof errorAnswer>
