import * as z from 'zod/mini'

const shortText = z.string().check(z.maxLength(300))
const counters = z.record(z.string(), z.int())

/** A day and an hour, as far as known: 'terça, 24/11', `date` '2026-11-24', and '15h'. */
const partialDate = z.object({ day: z.optional(shortText), date: z.optional(shortText), hour: z.optional(shortText) })
export type PartialDate = z.infer<typeof partialDate>

const agreement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('wanted'), at: partialDate }),
  z.object({ kind: z.literal('settled'), at: partialDate }),
  z.object({
    kind: z.literal('moving'),
    /** The previous date as text, and the calendar's meeting. Null once the change is complete. */
    from: z.nullable(z.extend(partialDate, { text: shortText, meetingId: z.optional(shortText) })),
    to: partialDate,
    /**
     * Set if the appointment was not made in this conversation: it is in the calendar, or only the team knows it. `was`: the old date as
     * text, once the change is complete.
     */
    elsewhere: z.nullable(z.object({ was: z.optional(shortText) })),
  }),
])
export type Agreement = z.infer<typeof agreement>

/** The appointment with the lead, agreed or in negotiation. */
export const appointment = z.discriminatedUnion('kind', [
  ...agreement.def.options,
  /** Cancelled, until a new day is named. `before` is the earlier state. */
  z.object({ kind: z.literal('called_off'), what: shortText, before: agreement }),
])
export type Appointment = z.infer<typeof appointment>

/** The rule-based engine's memory of a conversation. */
export const dialogueMemory = z.object({
  greeted: z.boolean(),
  /** What the lead said, by topic. */
  facts: z.record(z.string(), shortText),
  appointment,
  /** Topic of the question that waits for an answer. */
  pending: z.nullable(z.string()),
  /** How often each topic was asked and each set of phrases used, so that phrasings do not repeat. */
  asked: counters,
  used: counters,
  skipped: z.array(z.string()),
  /** Number of consecutive turns that were not understood. */
  misses: z.int(),
  /** Questions of the lead that only the team can answer. */
  questions: z.array(shortText),
  /** Reason for calling a user, while the agent still waits for one. */
  called: z.nullable(shortText),
  concluded: z.boolean(),
})
export type DialogueMemory = z.infer<typeof dialogueMemory>

export const createDialogueMemory = (): DialogueMemory => ({
  greeted: false,
  facts: {},
  appointment: { kind: 'none' },
  pending: null,
  asked: {},
  used: {},
  skipped: [],
  misses: 0,
  questions: [],
  called: null,
  concluded: false,
})
