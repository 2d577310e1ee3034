import * as z from 'zod/mini'

const shortText = z.string().check(z.maxLength(300))
const counters = z.record(z.string(), z.int())

/** A day and an hour as text ('terça, 24/11' and '15h') and the day as `yyyy-MM-dd` (`date`). Unknown parts are absent. */
const partialDate = z.object({ day: z.optional(shortText), date: z.optional(shortText), hour: z.optional(shortText) })
export type PartialDate = z.infer<typeof partialDate>

const agreement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('wanted'), at: partialDate }),
  z.object({ kind: z.literal('settled'), at: partialDate }),
  z.object({
    kind: z.literal('moving'),
    /** Previous date of the appointment, its text, and the id of its meeting in the calendar. Null once the change is complete. */
    from: z.nullable(z.extend(partialDate, { text: shortText, meetingId: z.optional(shortText) })),
    to: partialDate,
    /**
     * Set if the appointment was not made in this conversation: the calendar contains it, or only the team knows it. `was`: the old date as
     * text, once the change is complete.
     */
    elsewhere: z.nullable(z.object({ was: z.optional(shortText) })),
  }),
])
export type Agreement = z.infer<typeof agreement>

/** The appointment with the lead, whether wanted, agreed, being changed or cancelled. */
export const appointment = z.discriminatedUnion('kind', [
  ...agreement.def.options,
  /**
   * The lead cancelled the appointment and has not named a new day. `what`: its description; `before`: the state before the cancellation.
   */
  z.object({ kind: z.literal('called_off'), what: shortText, before: agreement }),
])
export type Appointment = z.infer<typeof appointment>

/** Memory of the rule-based engine about one conversation, stored between turns. */
export const dialogueMemory = z.object({
  greeted: z.boolean(),
  /** Facts that the lead stated, by topic key. */
  facts: z.record(z.string(), shortText),
  appointment,
  /** Key of the topic that the agent last asked for and that has no answer yet. */
  pending: z.nullable(z.string()),
  /**
   * Number of times that the agent asked for each topic (`asked`) and used each set of phrases (`used`), so that phrasings do not repeat.
   */
  asked: counters,
  used: counters,
  skipped: z.array(z.string()),
  /** Number of consecutive turns in which the agent did not understand the lead. */
  misses: z.int(),
  /** Questions of the lead that only the team can answer. */
  questions: z.array(shortText),
  /** Reason for which the agent requested a user of the team, as long as none has answered. */
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
