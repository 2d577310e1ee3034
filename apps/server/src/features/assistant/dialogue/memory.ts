import * as z from 'zod/mini'

const text = z.string().check(z.maxLength(300))
const counters = z.record(z.string(), z.int())

/** A day and an hour, as far as they are known: 'terça, 24/11', which is 2026-11-24 as `date`, and '15h'. */
const dated = z.object({ day: z.optional(text), date: z.optional(text), hour: z.optional(text) })
export type Dated = z.infer<typeof dated>

const agreed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('wanted'), at: dated }),
  z.object({ kind: z.literal('settled'), at: dated }),
  z.object({
    kind: z.literal('moving'),
    /** What stood before, in words of its own, and the meeting of the calendar that it is; null once all is settled. */
    from: z.nullable(z.extend(dated, { text, meetingId: z.optional(text) })),
    to: dated,
    /** Not made here: one of the calendar, or one that only the team knows. In words, once all is settled. */
    elsewhere: z.nullable(z.object({ was: z.optional(text) })),
  }),
])
export type Agreed = z.infer<typeof agreed>

/** What is agreed with the lead, or on its way to be. */
export const appointment = z.discriminatedUnion('kind', [
  ...agreed.def.options,
  /** Until there is a new day; `before` is what the calling off left as it was. */
  z.object({ kind: z.literal('called_off'), what: text, before: agreed }),
])
export type Appointment = z.infer<typeof appointment>

/** What the written engine remembers of one conversation. */
export const dialogueMemory = z.object({
  greeted: z.boolean(),
  /** What the lead said, by topic. */
  facts: z.record(z.string(), text),
  appointment,
  /** The topic of the question that waits for an answer. */
  pending: z.nullable(z.string()),
  /** How often each topic was asked, and how often each bank of phrases was used: nothing is said twice alike. */
  asked: counters,
  used: counters,
  skipped: z.array(z.string()),
  /** Turns in a row that were not understood. */
  misses: z.int(),
  /** Questions of the lead that only the team can answer. */
  questions: z.array(text),
  /** Why a person was called, while the agent still waits for one. */
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
