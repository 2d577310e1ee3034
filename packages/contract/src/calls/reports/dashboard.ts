import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { agentType } from '../../entities/agents/agent.ts'
import { calendarDate, id } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

/**
 * A figure of the requested period (`value`) and of the preceding period of equal length (`previous`). Null if there is nothing to measure.
 */
const metricWithPrevious = z.object({ value: z.nullable(z.number()), previous: z.nullable(z.number()) })

/**
 * Schema of a date without the limits of `calendarDate`, because the preceding period may begin before the earliest date that
 * `calendarDate` accepts.
 */
const unboundedDay = z.iso.date()

export const dashboardSummary = defineCall({
  name: 'dashboardSummary',
  method: 'GET',
  path: '/dashboard/summary',
  summary: 'Os números do período, comparados com o período anterior.',
  query: z.strictObject({ from: calendarDate, to: calendarDate, agent_id: z.optional(id) }),
  answer: successWithData(
    z.object({
      period: z.object({
        from: calendarDate,
        to: calendarDate,
        previousFrom: unboundedDay,
        previousTo: unboundedDay,
        timezone: z.string(),
      }),
      figures: z.object({
        newLeads: metricWithPrevious,
        activeConversations: metricWithPrevious,
        awaitingAttention: metricWithPrevious,
        /** Median time in milliseconds from a lead's message to the agent's first reply. */
        firstResponseAiMs: metricWithPrevious,
        /** Median time in milliseconds from a lead's message to the first reply by a user. */
        firstResponseHumanMs: metricWithPrevious,
        /** Share (0 to 1) of answered conversations in which the agent replied and no user did. */
        handledByAiShare: metricWithPrevious,
        takeOvers: metricWithPrevious,
        meetingsBooked: metricWithPrevious,
      }),
      messagesPerDay: z.array(z.object({ day: calendarDate, in: z.number(), out: z.number() })),
      /** Number of messages from leads by weekday (0 is Sunday) and hour, in the organisation's time zone. */
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
