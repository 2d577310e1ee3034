import type { previewAgent as call } from '@prosa/contract/calls/agents/agent'
import type { CallBody, CallResponse } from '@prosa/contract/define-call'
import { stage } from '@prosa/contract/entities/conversations/conversation'
import * as z from 'zod/mini'
import type { agents } from '../../../platform/database/schema/conversations/conversations.ts'
import { toCivilDate } from '../../../platform/dates/civil-date.ts'
import type { Deps } from '../../../platform/deps.ts'
import { createHaltedDraft } from '../guard/limits/daily-limits.ts'
import type { BookMeeting } from '../model/tools.ts'
import { createUsageMeter } from '../model/usage-meter.ts'
import { decideWithoutEngine } from './decision/choose-engine.ts'
import { decideWithGuardedModel } from './decision/decide-with-guarded-model.ts'
import type { DecisionWithMeta } from './decision/turn-decision.ts'
import { toAgentInput } from './loading/load-turn.ts'
import { extractQuestionsInTime } from './loading/query-knowledge.ts'
import { conversationMemory } from './memory-format.ts'
import type { AssistantPorts } from './turn-job.ts'
import { countTokens, countTurn } from './usage/daily-usage.ts'
import { decideOnWorker, guardOnWorker } from './worker-thread/decide-on-worker.ts'

/** State of a preview conversation with an agent. The panel sends it with each request, because the server stores nothing. */
const previewState = z.object({
  stage,
  summary: z.string(),
  lead: z.record(z.enum(['name', 'company', 'phone', 'email']), z.nullable(z.string())),
  turn: conversationMemory,
})

/** Reports a meeting as booked without booking it, because a preview changes no calendar. */
const pretendBooking: BookMeeting = async ({ start }) => ({ kind: 'booked', start })

/**
 * Returns the agent's answer in a preview conversation. Applies the daily limits of the agent and the organisation. Stores no message,
 * sends nothing and books nothing.
 */
export async function previewAgent(
  deps: Pick<Deps & AssistantPorts, 'db' | 'config' | 'llm' | 'calendar' | 'clock' | 'log' | 'costs' | 'knowledge' | 'reader'>,
  agent: typeof agents.$inferSelect,
  tenant: { name: string; timezone: string },
  { messages, state }: Pick<CallBody<typeof call>, 'messages' | 'state'>,
  signal: AbortSignal,
): Promise<CallResponse<typeof call>['data']> {
  const { llm, calendar, clock, log, costs, knowledge, reader } = deps
  const startedAt = clock.now()
  const before = previewState.safeParse(state).data
  const lead = before?.lead ?? { name: null, company: null, phone: null, email: null }
  const turn = {
    agent: toAgentInput(agent, tenant.name),
    lead,
    conversation: { stage: before?.stage ?? null, memory: before?.turn && { ...before.turn, unsent: [] } },
    now: startedAt,
    timeZone: tenant.timezone,
  }
  const asSaid = { fromPerson: false, type: 'text', at: startedAt }
  const said = messages.map(({ role, content }) => ({ ...asSaid, fromLead: role === 'humano', content }))
  const newMessages = said.slice(said.findLastIndex(({ fromLead }) => !fromLead) + 1)
  const mode = llm && agent.useModel ? 'model' : 'playbook'
  const day = toCivilDate(startedAt, tenant.timezone)
  const whose = { tenantId: agent.tenantId, leadId: null, address: null, isKnown: true, agentId: agent.id, day }
  const meter = createUsageMeter()
  const decide = async (): Promise<DecisionWithMeta> => {
    const permission = await countTurn(deps, whose)
    if (permission.kind === 'halted') {
      const draft = createHaltedDraft(turn, permission.reached, { wasTold: false })
      return { decision: decideWithoutEngine(turn, draft), meta: { engine: 'guard' } }
    }
    const who = { tenantId: agent.tenantId, agentId: agent.id, now: startedAt, timeZone: tenant.timezone }
    const known = { ...turn, knowledge: await knowledge.answer(who, await extractQuestionsInTime(reader, newMessages)) }
    const shelf = await knowledge.shelf(who, known.knowledge)
    if (llm && mode === 'model')
      return decideWithGuardedModel(
        { ...known, newMessages, history: said, summary: before?.summary || null, model: agent.model },
        {
          llm,
          bookMeeting: calendar ? pretendBooking : null,
          isFree: null,
          shelf,
          pictures: [],
          meter,
          signal,
          guard: guardOnWorker(reader, log),
        },
      )
    return { decision: await decideOnWorker(reader, log)({ ...known, newMessages }), meta: { engine: 'playbook' } }
  }
  const counted = async (): Promise<DecisionWithMeta> => {
    try {
      return await decide()
    } finally {
      await countTokens(deps, whose, meter.tokens())
      await costs.tried(agent, meter.read())
    }
  }
  const { decision, meta } = await counted()
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
    state: { stage: decision.stage, summary, lead: { ...lead, ...decision.leadPatch }, turn: { ...decision.memory, unsent: [] } },
  }
}
