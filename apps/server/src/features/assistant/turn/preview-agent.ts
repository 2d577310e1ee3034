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

/** State of a preview. The panel sends it with each request, because the server stores nothing. */
const previewState = z.object({
  stage,
  summary: z.string(),
  lead: z.record(z.enum(['name', 'company', 'phone', 'email']), z.nullable(z.string())),
  turn: conversationMemory,
})

/** Pretends to book a meeting, because a preview changes no calendar. */
const pretendBooking: BookMeeting = async ({ start }) => ({ kind: 'booked', start })

/** Answers in a preview of an agent. Applies the daily limits of agent and organisation. Stores, sends and books nothing. */
export async function previewAgent(
  deps: Pick<Deps & AssistantPorts, 'db' | 'config' | 'llm' | 'calendar' | 'clock' | 'log' | 'costs' | 'knowledge' | 'reader'>,
  agent: typeof agents.$inferSelect,
  tenant: { name: string; timezone: string },
  { messages, state }: Pick<CallBody<typeof call>, 'messages' | 'state'>,
  signal: AbortSignal,
): Promise<CallResponse<typeof call>['data']> {
  const { llm, calendar, clock, log, costs, knowledge, reader } = deps
  const startedAt = clock.now()
  const previousState = previewState.safeParse(state).data
  const lead = previousState?.lead ?? { name: null, company: null, phone: null, email: null }
  const turn = {
    agent: toAgentInput(agent, tenant.name),
    lead,
    conversation: { stage: previousState?.stage ?? null, memory: previousState?.turn && { ...previousState.turn, unsent: [] } },
    now: startedAt,
    timeZone: tenant.timezone,
  }
  const messageDefaults = { fromUser: false, type: 'text', at: startedAt }
  const history = messages.map(({ role, content }) => ({ ...messageDefaults, fromLead: role === 'humano', content }))
  const newMessages = history.slice(history.findLastIndex(({ fromLead }) => !fromLead) + 1)
  const mode = llm && agent.useModel ? 'model' : 'playbook'
  const day = toCivilDate(startedAt, tenant.timezone)
  const usageSubjects = { tenantId: agent.tenantId, leadId: null, address: null, isKnown: true, agentId: agent.id, day }
  const meter = createUsageMeter()
  const decide = async (): Promise<DecisionWithMeta> => {
    const permission = await countTurn(deps, usageSubjects)
    if (permission.kind === 'halted') {
      const draft = createHaltedDraft(turn, permission.reachedLimit, { wasLeadInformed: false })
      return { decision: decideWithoutEngine(turn, draft), meta: { engine: 'guard' } }
    }
    const scope = { tenantId: agent.tenantId, agentId: agent.id, now: startedAt, timeZone: tenant.timezone }
    const turnWithKnowledge = {
      ...turn,
      knowledge: await knowledge.answerQuestions(scope, await extractQuestionsInTime(reader, newMessages)),
    }
    const knowledgeContext = await knowledge.createKnowledgeContext(scope, turnWithKnowledge.knowledge)
    if (llm && mode === 'model')
      return decideWithGuardedModel(
        { ...turnWithKnowledge, newMessages, history: history, summary: previousState?.summary || null, model: agent.model },
        {
          llm,
          bookMeeting: calendar ? pretendBooking : null,
          isTimeFree: null,
          knowledgeContext,
          images: [],
          meter,
          signal,
          guard: guardOnWorker(reader, log),
        },
      )
    return { decision: await decideOnWorker(reader, log)({ ...turnWithKnowledge, newMessages }), meta: { engine: 'playbook' } }
  }
  const decideAndCount = async (): Promise<DecisionWithMeta> => {
    try {
      return await decide()
    } finally {
      await countTokens(deps, usageSubjects, meter.getTotalTokens())
      await costs.recordPreview(agent, meter.getUsage())
    }
  }
  const { decision, meta } = await decideAndCount()
  const summary = decision.summary || previousState?.summary || ''
  const modelMeta = meta.engine === 'model' ? meta : null
  return {
    replies: [...decision.replies],
    stage: decision.stage,
    summary,
    status_message: decision.statusMessage,
    attention_reason: decision.attention?.reason ?? null,
    lead: decision.leadPatch,
    mode,
    model: modelMeta?.model ?? null,
    tools: [...(modelMeta?.tools ?? [])],
    input_tokens: modelMeta?.inputTokens ?? null,
    output_tokens: modelMeta?.outputTokens ?? null,
    ms: clock.now().getTime() - startedAt.getTime(),
    state: { stage: decision.stage, summary, lead: { ...lead, ...decision.leadPatch }, turn: { ...decision.memory, unsent: [] } },
  }
}
