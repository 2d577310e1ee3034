import { STAGES } from '@prosa/contract/entities/conversations/conversation'
import type { DashboardSummary } from '../queries.ts'

const withPrevious = (value: number | null, previous: number | null = null) => ({ value, previous })

/** Creates the figures of one week for an organisation with two agents. */
export const aDashboardSummary = (overrides: Partial<DashboardSummary> = {}): DashboardSummary => ({
  period: {
    from: '2026-11-14',
    to: '2026-11-20',
    previousFrom: '2026-11-07',
    previousTo: '2026-11-13',
    timezone: 'America/Sao_Paulo',
  },
  figures: {
    newLeads: withPrevious(28, 25),
    activeConversations: withPrevious(1_234, 1_234),
    awaitingAttention: withPrevious(3),
    firstResponseAiMs: withPrevious(4_200, 8_400),
    firstResponseHumanMs: withPrevious(null, 60_000),
    handledByAiShare: withPrevious(0.625, 0.5),
    takeOvers: withPrevious(6, 0),
    meetingsBooked: withPrevious(4, 8),
  },
  messagesPerDay: Array.from({ length: 7 }, (_, index) => ({ day: `2026-11-${14 + index}`, in: index * 10, out: index * 12 })),
  heatMap: [
    { weekday: 1, hour: 9, count: 40 },
    { weekday: 3, hour: 14, count: 10 },
  ],
  funnel: STAGES.map((stage, index) => ({
    stage,
    leads: 28 - index * 4,
    conversion: index === 0 ? null : (28 - index * 4) / (32 - index * 4),
  })),
  agents: [
    {
      agentId: 'agent-1',
      name: 'Clara',
      type: 'SDR',
      newLeads: 20,
      conversations: 900,
      messagesIn: 150,
      messagesOut: 180,
      handledByAiShare: 0.7,
      meetingsBooked: 3,
    },
    {
      agentId: 'agent-2',
      name: '=Bento',
      type: 'CLOSER',
      newLeads: 8,
      conversations: 334,
      messagesIn: 60,
      messagesOut: 72,
      handledByAiShare: null,
      meetingsBooked: 1,
    },
  ],
  ...overrides,
})
