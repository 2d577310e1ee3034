import type { tryAgent as call } from '@prosa/contract/calls/agents'
import type { AnswerOf, BodyOf } from '@prosa/contract/define-call'
import { agentType } from '@prosa/contract/entities/agent'
import { stage } from '@prosa/contract/entities/conversation'
import * as z from 'zod/mini'
import type { agents } from '../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../kernel/deps.ts'
import { decideTurn } from './decide-turn.ts'
import { briefOf } from './load-turn.ts'
import { createMeter } from './model/meter.ts'
import { decideByModel } from './model/model-turn.ts'
import type { BookMeeting } from './model/tools.ts'
import { type Decided, turnState } from './turn.ts'

/** What a try remembers between its messages; the panel carries it, nothing is kept here. */
const kept = z.object({
  stage,
  summary: z.string(),
  lead: z.object({
    name: z.nullable(z.string()),
    company: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
  }),
  turn: turnState,
})

/** A meeting that is only said to be booked. */
const pretend: BookMeeting = async ({ start }) => ({ kind: 'booked', start })

/** Answers as the agent would. Writes nothing, sends nothing, books nothing. */
export async function tryAgent(
  { llm, calendar, clock }: Pick<Deps, 'llm' | 'calendar' | 'clock'>,
  agent: typeof agents.$inferSelect,
  tenant: { name: string; timezone: string },
  { messages, state }: Pick<BodyOf<typeof call>, 'messages' | 'state'>,
  signal: AbortSignal,
): Promise<AnswerOf<typeof call>['data']> {
  const startedAt = clock.now()
  const before = kept.safeParse(state).data
  const lead = before?.lead ?? { name: null, company: null, phone: null, email: null }
  const turn = {
    agent: { name: agent.name, type: agentType.parse(agent.type), company: tenant.name, brief: briefOf(agent) },
    lead,
    conversation: { stage: before?.stage ?? null, state: before?.turn && { ...before.turn, unsent: [] } },
    now: startedAt,
    timeZone: tenant.timezone,
  }
  const said = messages.map(({ role, content }) => ({ fromLead: role === 'humano', type: 'text', content }))
  const newMessages = said.slice(said.findLastIndex(({ fromLead }) => !fromLead) + 1)
  const mode = llm && agent.useModel ? 'model' : 'playbook'
  const { decision, meta }: Decided =
    llm && mode === 'model'
      ? await decideByModel(
          { ...turn, history: said, summary: before?.summary || null, model: agent.model },
          { llm, bookMeeting: calendar ? pretend : null, isFree: null, meter: createMeter(), signal },
        )
      : { decision: decideTurn({ ...turn, newMessages }), meta: { engine: 'playbook' } }
  const summary = decision.summary || before?.summary || ''
  const spent = meta.engine === 'model' ? meta : null
  return {
    replies: [...decision.replies],
    stage: decision.stage,
    summary,
    status_message: decision.statusMessage,
    attention_reason: decision.attention?.reason ?? null,
    lead: decision.leadPatch,
    mode,
    model: spent?.model ?? null,
    tools: [...(spent?.tools ?? [])],
    input_tokens: spent?.inputTokens ?? null,
    output_tokens: spent?.outputTokens ?? null,
    ms: clock.now().getTime() - startedAt.getTime(),
    state: { stage: decision.stage, summary, lead: { ...lead, ...decision.leadPatch }, turn: { ...decision.state, unsent: [] } },
  }
}
