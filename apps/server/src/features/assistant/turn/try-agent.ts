import type { tryAgent as call } from '@prosa/contract/calls/agent'
import type { AnswerOf, BodyOf } from '@prosa/contract/define-call'
import { stage } from '@prosa/contract/entities/conversation'
import * as z from 'zod/mini'
import { civilDateOf } from '../../../kernel/civil-date.ts'
import type { agents } from '../../../kernel/db/schema/conversations.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { haltedAt } from '../guard/ceilings.ts'
import { createMeter } from '../model/meter.ts'
import type { BookMeeting } from '../model/tools.ts'
import { asItStands } from './choose-engine.ts'
import { asksOf } from './consult.ts'
import { decideInTime, guardInTime } from './decide-in-time.ts'
import { decideWithModel } from './decide-with-model.ts'
import { agentOf } from './load-turn.ts'
import type { Decided } from './memory.ts'
import { memory } from './memory-format.ts'
import { countTokens, countTurn } from './usage.ts'
import type { AssistantPorts } from './worker.ts'

/** State of a test conversation. The panel sends it with each message; the server stores nothing. */
const kept = z.object({
  stage,
  summary: z.string(),
  lead: z.record(z.enum(['name', 'company', 'phone', 'email']), z.nullable(z.string())),
  turn: memory,
})

/** Reports a meeting as booked without booking it. */
const pretend: BookMeeting = async ({ start }) => ({ kind: 'booked', start })

/**
 * Returns the agent's answer to a test conversation, within the daily limits of agent and organisation. Stores no message, sends and books
 * nothing.
 */
export async function tryAgent(
  deps: Pick<Deps & AssistantPorts, 'db' | 'config' | 'llm' | 'calendar' | 'clock' | 'log' | 'costs' | 'knowledge' | 'reader'>,
  agent: typeof agents.$inferSelect,
  tenant: { name: string; timezone: string },
  { messages, state }: Pick<BodyOf<typeof call>, 'messages' | 'state'>,
  signal: AbortSignal,
): Promise<AnswerOf<typeof call>['data']> {
  const { llm, calendar, clock, log, costs, knowledge, reader } = deps
  const startedAt = clock.now()
  const before = kept.safeParse(state).data
  const lead = before?.lead ?? { name: null, company: null, phone: null, email: null }
  const turn = {
    agent: agentOf(agent, tenant.name),
    lead,
    conversation: { stage: before?.stage ?? null, memory: before?.turn && { ...before.turn, unsent: [] } },
    now: startedAt,
    timeZone: tenant.timezone,
  }
  const asSaid = { fromPerson: false, type: 'text', at: startedAt }
  const said = messages.map(({ role, content }) => ({ ...asSaid, fromLead: role === 'humano', content }))
  const newMessages = said.slice(said.findLastIndex(({ fromLead }) => !fromLead) + 1)
  const mode = llm && agent.useModel ? 'model' : 'playbook'
  const day = civilDateOf(startedAt, tenant.timezone)
  const whose = { tenantId: agent.tenantId, leadId: null, address: null, isKnown: true, agentId: agent.id, day }
  const meter = createMeter()
  const decide = async (): Promise<Decided> => {
    const permission = await countTurn(deps, whose)
    if (permission.kind === 'halted') {
      const draft = haltedAt(turn, permission.reached, { wasTold: false })
      return { decision: asItStands(turn, draft), meta: { engine: 'guard' } }
    }
    const who = { tenantId: agent.tenantId, agentId: agent.id, now: startedAt, timeZone: tenant.timezone }
    const known = { ...turn, knowledge: await knowledge.answer(who, await asksOf(reader, newMessages)) }
    const shelf = await knowledge.shelf(who, known.knowledge)
    if (llm && mode === 'model')
      return decideWithModel(
        { ...known, newMessages, history: said, summary: before?.summary || null, model: agent.model },
        {
          llm,
          bookMeeting: calendar ? pretend : null,
          isFree: null,
          shelf,
          pictures: [],
          meter,
          signal,
          guard: guardInTime(reader, log),
        },
      )
    return { decision: await decideInTime(reader, log)({ ...known, newMessages }), meta: { engine: 'playbook' } }
  }
  const counted = async (): Promise<Decided> => {
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
