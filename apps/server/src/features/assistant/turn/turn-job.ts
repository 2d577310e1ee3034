import { setTimeout as wait } from 'node:timers/promises'
import { toCivilDate } from '../../../platform/dates/civil-date.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { EventBus } from '../../../platform/events/event-bus.ts'
import type { JobHandler } from '../../../platform/jobs/job-names.ts'
import type { Calendar } from '../../calendar/ports.ts'
import type { Conversations, TurnConversation } from '../../conversations/ports.ts'
import type { Costs } from '../../costs/ports.ts'
import type { Files } from '../../files/ports.ts'
import type { Knowledge } from '../../knowledge/ports.ts'
import type { BookMeeting, IsTimeFree } from '../model/tools.ts'
import type { UsageMeter } from '../model/usage-meter.ts'
import { createStoppedDraft } from '../turn-input.ts'
import { chooseEngine } from './decision/choose-engine.ts'
import { resumeUnsentReplies } from './decision/decide-playbook-turn.ts'
import { decideWithCalendar } from './decision/decide-with-calendar.ts'
import { decideWithGuardedModel } from './decision/decide-with-guarded-model.ts'
import { type DecisionWithMeta, parseMemory } from './decision/turn-decision.ts'
import { loadImages } from './loading/load-images.ts'
import { loadReadyTurn } from './loading/load-ready-turn.ts'
import { type LoadedAgentTurn, loadTurn } from './loading/load-turn.ts'
import { queryKnowledge } from './loading/query-knowledge.ts'
import { runTurn, type TurnPart } from './run-turn.ts'
import { createTurnRecorder } from './usage/create-turn-recorder.ts'
import type { LimitedTurn } from './usage/monthly-limit.ts'
import { decideOnWorker, guardOnWorker } from './worker-thread/decide-on-worker.ts'
import type { TextReader } from './worker-thread/text-reader.ts'

export interface AssistantPorts {
  commitTurn: Conversations['commitTurn']
  meetings: Pick<Calendar, 'canAgentsBook' | 'bookMeeting' | 'isTimeFree'>
  costs: Pick<Costs, 'recordUnansweredTurn' | 'recordPreview' | 'getReachedLimit'>
  knowledge: Knowledge
  files: Pick<Files, 'findByMessage' | 'readImageForModel'>
  reader: TextReader
  /** Aborts when the server shuts down, which must not wait for a language model. */
  closing: AbortSignal
}

/** The failure after this many is final. With the delays, that takes about a minute. */
const MAX_FAILURES = 4
const GIVE_UP_REASON = 'O agente não conseguiu responder: a resposta falhou várias vezes no servidor.'

/** Interval in milliseconds at which the typing event is repeated. Clients hide the indicator some time later. */
const TYPING_INTERVAL_MS = 10_000

/** Creates the job handler for agent turns. Turns of one conversation never run at the same time. */
export const createTurnHandler =
  (deps: Deps, ports: AssistantPorts): JobHandler<'agent-turn'> =>
  async (conversationRef, signal, failures) => {
    const closing = AbortSignal.any([signal, ports.closing])
    await answerOrGiveUp(deps, { ...ports, closing }, { conversationRef, failures }, (ms) =>
      wait(ms * deps.config.agentDelayFactor, undefined, { signal }),
    )
  }

/**
 * Runs a turn. Notifies the team if it fails after MAX_FAILURES earlier failures.
 * @throws if the turn failed and the job must be retried, or if the database is unavailable
 */
export async function answerOrGiveUp(
  deps: Deps,
  ports: AssistantPorts,
  { conversationRef, failures }: { conversationRef: TurnConversation; failures: number },
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  try {
    await answerTurn(deps, ports, conversationRef, pause)
  } catch (error) {
    if (ports.closing.aborted || failures < MAX_FAILURES) throw error
    deps.log.error({ ...conversationRef, err: error }, 'a turn was given up')
    await giveUpTurn(deps, ports, conversationRef)
  }
}

/** Ends a turn without an answer and notifies the team. Does nothing if the turn has ended, or the agent or organisation is inactive. */
export async function giveUpTurn(
  deps: Deps,
  { commitTurn }: Pick<AssistantPorts, 'commitTurn'>,
  conversationRef: TurnConversation,
): Promise<void> {
  const turn = await loadTurn(deps, conversationRef)
  if (turn) await commitTurn(conversationRef, createFailedPart(turn))
}

/** Creates the result of a turn that failed for good. It drops unsent replies and keeps the rest of the memory. */
const createFailedPart = ({
  conversation,
  uptoSeq,
  untranscribedSeqs,
  settledLateSeqs,
  engine,
  version,
}: LoadedAgentTurn): TurnPart => ({
  ...createStoppedDraft({ conversation }, [], { reason: GIVE_UP_REASON }),
  basis: [],
  memory: { ...parseMemory(conversation.memory), unsent: [] },
  uptoSeq,
  part: 0,
  unheard: untranscribedSeqs,
  late: settledLateSeqs,
  meta: { engine, version, ms: 0 },
})

/** Runs one turn of a conversation's agent and returns its outcome. `pause`: waits the given milliseconds between replies. */
export async function answerTurn(
  deps: Deps,
  { commitTurn, meetings, costs, knowledge, files, reader, closing }: AssistantPorts,
  conversationRef: TurnConversation,
  pause: (ms: number) => Promise<void>,
): Promise<Awaited<ReturnType<typeof runTurn>>> {
  const recorder = createTurnRecorder({ ...deps, costs }, conversationRef)
  let outcome: Awaited<ReturnType<typeof runTurn>> | 'failed' = 'failed'
  try {
    outcome = await runTurn<LimitedTurn>(
      {
        loadTurn: (target) => loadReadyTurn(deps, costs, target),
        decide: async (turn, target, showTyping) => {
          const { leadId, address, isKnown, agentId, now, timeZone } = turn
          const usageSubjects = { tenantId: target.tenantId, leadId, address, isKnown, agentId, day: toCivilDate(now, timeZone) }
          const choice = await chooseEngine({ ...deps, reader }, turn, usageSubjects)
          const { engine } = choice
          recorder.setEngine(engine, usageSubjects)
          if (choice.engine === 'guard') return { decision: choice.decision, meta: { engine } }
          const turnWithKnowledge = { ...turn, knowledge: await queryKnowledge({ knowledge, reader }, turn, target) }
          if (engine === 'model')
            return decideByAgentModel(
              deps,
              { meetings, knowledge, files, closing, reader, meter: recorder.meter },
              turnWithKnowledge,
              target,
              showTyping,
            )
          const isTimeFree: IsTimeFree = (...args) => meetings.isTimeFree(target.tenantId, ...args)
          const input = { ...turnWithKnowledge, newMessages: turn.unanswered }
          return {
            decision: await decideWithCalendar(input, decideOnWorker(reader, deps.log), isTimeFree),
            meta: { engine: 'playbook' },
          }
        },
        showTyping: async ({ leadId, agentId, agent }, isTyping) => {
          const typingAgent = { tenantId: conversationRef.tenantId, leadId, agentId, agentName: agent.name }
          deps.bus.publish({ name: 'agent.typing', payload: { ...typingAgent, isTyping, at: deps.clock.now().toISOString() } })
        },
        wait: pause,
        commitTurn: async (target, part) => {
          const partOutcome = await commitTurn(target, part)
          if (partOutcome === 'said') recorder.markUsageStored(part)
          return partOutcome
        },
        now: () => deps.clock.now().getTime(),
      },
      conversationRef,
    )
    return outcome
  } finally {
    await recorder.recordOutcome(outcome)
  }
}

/**
 * Requests an answer from the language model while typing is shown. Returns 'stale' if the turn was cancelled, for example because a user
 * wrote.
 */
async function decideByAgentModel(
  { bus, db, llm, log }: Deps,
  { meetings, knowledge, files, closing, reader, meter }: Omit<AssistantPorts, 'commitTurn' | 'costs'> & { meter: UsageMeter },
  turn: LoadedAgentTurn,
  conversationRef: TurnConversation,
  showTyping: () => Promise<void>,
): Promise<DecisionWithMeta | 'stale'> {
  if (turn.unanswered.length === 0 || !llm) return { decision: resumeUnsentReplies(turn), meta: { engine: 'model' } }
  const { tenantId, conversationId } = conversationRef
  const { leadId, agentId } = turn
  const cancellation = watchForCancellation(bus, conversationRef)
  const signal = AbortSignal.any([cancellation.signal, closing])
  const typingInterval = setInterval(() => void showTyping(), TYPING_INTERVAL_MS)
  try {
    await showTyping()
    const bookMeeting: BookMeeting = async (meeting) => {
      signal.throwIfAborted()
      return meetings.bookMeeting({
        tenantId,
        leadId,
        agentId,
        conversationId,
        key: `${conversationId}:${turn.uptoSeq}`,
        ...meeting,
      })
    }
    const decision = await decideWithGuardedModel(
      { ...turn, newMessages: turn.unanswered },
      {
        llm,
        bookMeeting: (await meetings.canAgentsBook(tenantId)) ? bookMeeting : null,
        isTimeFree: (...args) => meetings.isTimeFree(tenantId, ...args),
        knowledgeContext: await knowledge.createKnowledgeContext({ tenantId, ...turn }, turn.knowledge ?? []),
        images: turn.senses.canReadImages ? await loadImages({ db }, files, tenantId, turn.history) : [],
        meter,
        signal,
        guard: guardOnWorker(reader, log),
      },
    )
    if (decision.failure) log.warn({ ...conversationRef, err: decision.failure }, 'a model did not answer')
    return decision
  } catch (error) {
    if (error instanceof TurnCancelledError || cancellation.signal.aborted) return 'stale'
    throw error
  } finally {
    clearInterval(typingInterval)
    cancellation.stop()
  }
}

class TurnCancelledError extends Error {}

/**
 * Returns a signal that aborts if the conversation is paused or archived, a user writes in it, or the organisation is deactivated. `stop`
 * removes the listeners.
 */
function watchForCancellation(
  bus: EventBus,
  { tenantId, conversationId }: TurnConversation,
): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const cancelTurn = () => controller.abort(new TurnCancelledError('The conversation was taken over'))
  const unsubscribers = [
    bus.on('conversation.changed', ({ conversation }) => {
      if (conversation._id === conversationId && (conversation.pause || conversation.archive)) cancelTurn()
    }),
    bus.on('message.stored', ({ conversation, message }) => {
      if (conversation._id === conversationId && message.manual && message.type !== 'reaction') cancelTurn()
    }),
    bus.on('sessions.ended', ({ tenantId: endedTenantId, code }) => {
      if (endedTenantId === tenantId && code === 'TENANT_INACTIVE') cancelTurn()
    }),
  ]
  return {
    signal: controller.signal,
    stop: () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    },
  }
}
