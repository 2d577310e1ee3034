import * as z from 'zod/mini'
import { id, timestamp } from '../fields.ts'

/** Who said that a lead is not to be written to unasked: itself, somebody of the team, or its channel. */
export const OPT_OUT_BY = ['lead', 'person', 'channel'] as const

/** A lead's wish for no messages that it did not ask for (2-agents.md, section 2). */
export const optOut = z.object({
  at: timestamp,
  by: z.enum(OPT_OUT_BY),
  /** The lead's words, or why a person noted it. */
  words: z.nullable(z.string()),
})
export type OptOut = z.infer<typeof optOut>

/** Section 3, Lead. What follows `company` is ours. */
export const lead = z.object({
  _id: id,
  created_at: timestamp,
  origin: z.nullish(z.string()),
  /** True: the agent is paused for this lead. */
  pause: z.nullish(z.boolean()),
  archive: z.nullish(z.boolean()),
  agent_id: z.nullish(id),
  name: z.nullish(z.string()),
  company: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  email: z.nullish(z.string()),
  updated_at: z.nullish(timestamp),
  /** Who holds the conversation while the agent is paused, why, and until when. */
  pause_holder: z.nullish(z.object({ id, name: z.string() })),
  pause_reason: z.nullish(z.string()),
  paused_at: z.nullish(timestamp),
  pause_until: z.nullish(timestamp),
  /** Whether the agent falls silent when a person writes to this lead. Not there: the provider does not say. */
  pauses_on_manual: z.optional(z.boolean()),
  /** Null: may be written to. Not there: the provider does not say. */
  opt_out: z.nullish(optOut),
})
export type Lead = z.infer<typeof lead>
