import * as z from 'zod/mini'
import { success } from '../answer.ts'
import { defineCall } from '../define-call.ts'
import { agentType } from '../entities/agent.ts'
import { day, id } from '../fields.ts'

/** A figure of the period and of the preceding period of equal length. Null if there is nothing to measure. */
const figure = z.object({ value: z.nullable(z.number()), previous: z.nullable(z.number()) })

/** A date without the limits of `day`: the preceding period may begin before the first date that `day` accepts. */
const dayBefore = z.iso.date()

export const dashboardSummary = defineCall({
  name: 'dashboardSummary',
  method: 'GET',
  path: '/dashboard/summary',
  summary: 'Os números do período, comparados com o período anterior.',
  query: z.strictObject({ from: day, to: day, agent_id: z.optional(id) }),
  answer: success(
    z.object({
      period: z.object({ from: day, to: day, previousFrom: dayBefore, previousTo: dayBefore, timezone: z.string() }),
      figures: z.object({
        newLeads: figure,
        activeConversations: figure,
        awaitingAttention: figure,
        /** Median time in milliseconds from a lead's message to the first answer. */
        firstResponseAiMs: figure,
        firstResponseHumanMs: figure,
        /** Share from 0 to 1. */
        handledByAiShare: figure,
        takeOvers: figure,
        meetingsBooked: figure,
      }),
      messagesPerDay: z.array(z.object({ day, in: z.number(), out: z.number() })),
      /** Number of lead messages by weekday (0 is Sunday) and hour in the tenant's time zone. */
      heatMap: z.array(z.object({ weekday: z.int(), hour: z.int(), count: z.number() })),
      funnel: z.array(z.object({ stage: z.string(), leads: z.number(), conversion: z.nullable(z.number()) })),
      agents: z.array(
        z.object({
          agentId: id,
          name: z.string(),
          type: agentType,
          newLeads: z.number(),
          conversations: z.number(),
          messagesIn: z.number(),
          messagesOut: z.number(),
          handledByAiShare: z.nullable(z.number()),
          meetingsBooked: z.number(),
        }),
      ),
    }),
  ),
})
