import * as z from 'zod/mini'

const shortText = z.string().check(z.maxLength(300))
const counters = z.record(z.string(), z.int())

/** A day ('terça, 24/11'), its date (`yyyy-MM-dd`) and an hour ('15h'). Unknown parts are missing. */
const partialDate = z.object({ day: z.optional(shortText), date: z.optional(shortText), hour: z.optional(shortText) })
export type PartialDate = z.infer<typeof partialDate>

const agreement = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('wanted'), at: partialDate }),
  z.object({ kind: z.literal('settled'), at: partialDate }),
  z.object({
    kind: z.literal('moving'),
    /** Date that is being replaced, with its text and the id of its calendar meeting. Null once the change is complete. */
    from: z.nullable(z.extend(partialDate, { text: shortText, meetingId: z.optional(shortText) })),
    to: partialDate,
    /** Set if the appointment was made outside this conversation. `was`: text of the old date, once the change is complete. */
    elsewhere: z.nullable(z.object({ was: z.optional(shortText) })),
  }),
])
export type Agreement = z.infer<typeof agreement>

/** Appointment with the lead: wanted, agreed, being moved or cancelled. */
export const appointment = z.discriminatedUnion('kind', [
  ...agreement.def.options,
  /** Cancelled, and no new day named since. `what`: description of the appointment; `before`: state before the cancellation. */
  z.object({ kind: z.literal('called_off'), what: shortText, before: agreement }),
])
export type Appointment = z.infer<typeof appointment>

/** Memory of the playbook engine about one conversation, stored between turns. */
export const dialogueMemory = z.object({
  greeted: z.boolean(),
  /** Facts from the conversation by key, usually the key of a topic (question of the agent). */
  facts: z.record(z.string(), shortText),
  appointment,
  /** Key of the topic that the agent asked for last and that has no answer yet. */
  pending: z.nullable(z.string()),
  /** Number of times that the agent asked for each topic, which selects the next wording. */
  asked: counters,
  /** Number of uses of each phrase, by counter key. */
  used: counters,
  skipped: z.array(z.string()),
  /** Number of turns in a row that the agent did not understand. */
  misses: z.int(),
  /** Questions of the lead that only the team can answer. */
  questions: z.array(shortText),
  /** Reason for which the agent requested a user of the team. Null once a user has answered. */
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
