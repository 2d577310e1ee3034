import * as z from 'zod/mini'

const text = z.string().check(z.maxLength(300))
const counters = z.record(z.string(), z.int())

/** A day and an hour, as far as known: 'terça, 24/11', `date` '2026-11-24', and '15h'. */
const dated = z.object({ day: z.optional(text), date: z.optional(text), hour: z.optional(text) })
export type Dated = z.infer<typeof dated>

const agreed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('wanted'), at: dated }),
  z.object({ kind: z.literal('settled'), at: dated }),
  z.object({
    kind: z.literal('moving'),
    /** The previous date as text, and the calendar's meeting. Null once the change is complete. */
    from: z.nullable(z.extend(dated, { text, meetingId: z.optional(text) })),
    to: dated,
    /**
     * Set if the appointment was not made in this conversation: it is in the calendar, or only the team knows it. `was`: the old date as
     * text, once the change is complete.
     */
    elsewhere: z.nullable(z.object({ was: z.optional(text) })),
  }),
])
export type Agreed = z.infer<typeof agreed>

/** The appointment with the lead, agreed or in negotiation. */
export const appointment = z.discriminatedUnion('kind', [
  ...agreed.def.options,
  /** Cancelled, until a new day is named. `before` is the earlier state. */
  z.object({ kind: z.literal('called_off'), what: text, before: agreed }),
])
export type Appointment = z.infer<typeof appointment>

/** The rule-based engine's memory of a conversation. */
export const dialogueMemory = z.object({
  greeted: z.boolean(),
  /** What the lead said, by topic. */
  facts: z.record(z.string(), text),
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
  questions: z.array(text),
  /** Reason for calling a user, while the agent still waits for one. */
  called: z.nullable(text),
  concluded: z.boolean(),
})
export type DialogueMemory = z.infer<typeof dialogueMemory>

export const emptyDialogue = (): DialogueMemory => ({
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
