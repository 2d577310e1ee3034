import * as z from 'zod/mini'
import { success } from '../answer.ts'
import { defineCall } from '../define-call.ts'
import { agentType } from '../entities/agent.ts'
import { day, id } from '../fields.ts'

/** A figure of the period and of the equally long period before it; null where there is nothing to measure. */
const figure = z.object({ value: z.nullable(z.number()), previous: z.nullable(z.number()) })

/** The period before the first of this century's days lies in the last one. */
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
        /** Milliseconds from a lead's message to the first answer, median. */
        firstResponseAiMs: figure,
        firstResponseHumanMs: figure,
        /** 0 to 1. */
        handledByAiShare: figure,
        takeOvers: figure,
        meetingsBooked: figure,
      }),
      messagesPerDay: z.array(z.object({ day, in: z.number(), out: z.number() })),
      /** Lead messages by weekday (0 Sunday) and hour of the tenant's time zone. */
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
