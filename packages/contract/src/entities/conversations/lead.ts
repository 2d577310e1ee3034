import * as z from 'zod/mini'
import { id, timestamp } from '../../fields.ts'

/** Possible authors of an opt-out (refusal of unrequested messages): the lead, a user, or the channel. */
export const OPT_OUT_SOURCES = ['lead', 'person', 'channel'] as const

/** Opt-out of a lead, who wants no messages that they did not request (2-agents.md, section 2). */
export const optOut = z.object({
  at: timestamp,
  by: z.enum(OPT_OUT_SOURCES),
  /** The lead's message, or the reason that a user entered. */
  words: z.nullable(z.string()),
})
export type OptOut = z.infer<typeof optOut>

/** A lead: a person outside the organisation who writes to it (section 3). The fields after `company` are Prosa extensions. */
export const lead = z.object({
  _id: id,
  created_at: timestamp,
  origin: z.nullish(z.string()),
  /** Whether the agent is paused for this lead. */
  pause: z.nullish(z.boolean()),
  archive: z.nullish(z.boolean()),
  agent_id: z.nullish(id),
  name: z.nullish(z.string()),
  company: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  email: z.nullish(z.string()),
  updated_at: z.nullish(timestamp),
  /** User who paused the agent and now handles the conversation. */
  pause_holder: z.nullish(z.object({ id, name: z.string() })),
  pause_reason: z.nullish(z.string()),
  paused_at: z.nullish(timestamp),
  /** End of the pause. Null if the agent is not resumed automatically. */
  pause_until: z.nullish(timestamp),
  /** Whether the agent is paused when a user sends a message to this lead. Missing if the server does not report it. */
  pauses_on_manual: z.optional(z.boolean()),
  /** Opt-out of the lead. Null if unrequested messages are allowed; missing if the server does not report it. */
  opt_out: z.nullish(optOut),
})
export type Lead = z.infer<typeof lead>
