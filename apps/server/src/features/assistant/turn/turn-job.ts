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
  meetings: Pick<Calendar, 'canBook' | 'book' | 'isFree'>
  costs: Pick<Costs, 'unanswered' | 'tried' | 'limit'>
  knowledge: Knowledge
  files: Pick<Files, 'ofMessage' | 'pictureForModel'>
  reader: TextReader
  /** Signal that aborts when the server shuts down, so that the shutdown need not wait for the answer of a language model. */
  closing: AbortSignal
}

/** Number of failed attempts after which the next failure is final. With their delays, they take about a minute. */
const MAX_FAILURES = 4
const GIVE_UP_REASON = 'O agente não conseguiu responder: a resposta falhou várias vezes no servidor.'

/** Interval in milliseconds at which the typing event is repeated. Clients hide the typing indicator after a longer time. */
const TYPING_INTERVAL_MS = 10_000

/** Creates the job handler that runs the turns (answers) of agents, one at a time per conversation. */
export const createTurnHandler =
  (deps: Deps, ports: AssistantPorts): JobHandler<'agent-turn'> =>
  async (place, signal, failures) => {
    const closing = AbortSignal.any([signal, ports.closing])
    await answerOrGiveUp(deps, { ...ports, closing }, { place, failures }, (ms) =>
      wait(ms * deps.config.agentPace, undefined, { signal }),
    )
  }

/**
 * Runs a turn, that is, answers a lead. If the turn fails after MAX_FAILURES earlier failures, requests attention from the team.
 * @throws if the turn failed and the job must be retried, or if the database is unavailable
 */
export async function answerOrGiveUp(
  deps: Deps,
  ports: AssistantPorts,
  { place, failures }: { place: TurnConversation; failures: number },
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  try {
    await answerTurn(deps, ports, place, pause)
  } catch (error) {
    if (ports.closing.aborted || failures < MAX_FAILURES) throw error
    deps.log.error({ ...place, err: error }, 'a turn was given up')
    await giveUpTurn(deps, ports, place)
  }
}

/**
 * Ends a turn without an answer and requests attention from the team. Does nothing if the turn has already ended, or if the agent or its
 * organisation is inactive.
 */
export async function giveUpTurn(
  deps: Deps,
  { commitTurn }: Pick<AssistantPorts, 'commitTurn'>,
  place: TurnConversation,
): Promise<void> {
  const turn = await loadTurn(deps, place)
  if (turn) await commitTurn(place, createFailedPart(turn))
}

/** Creates the result of a turn that failed for good: no reply, a reason for attention, and the unchanged memory without unsent replies. */
const createFailedPart = ({ conversation, uptoSeq, unheard, late, engine, version }: LoadedAgentTurn): TurnPart => ({
  ...createStoppedDraft({ conversation }, [], { reason: GIVE_UP_REASON }),
  basis: [],
  memory: { ...parseMemory(conversation.memory), unsent: [] },
  uptoSeq,
  part: 0,
  unheard,
  late,
  meta: { engine, version, ms: 0 },
})

/**
 * Runs one turn of a conversation's agent, with its language model or the rule-based playbook. Returns the outcome. `pause`: waits the
 * given milliseconds between replies.
 */
export async function answerTurn(
  deps: Deps,
  { commitTurn, meetings, costs, knowledge, files, reader, closing }: AssistantPorts,
  place: TurnConversation,
  pause: (ms: number) => Promise<void>,
): Promise<Awaited<ReturnType<typeof runTurn>>> {
  const measure = createTurnRecorder({ ...deps, costs }, place)
  let outcome: Awaited<ReturnType<typeof runTurn>> | 'failed' = 'failed'
  try {
    outcome = await runTurn<LimitedTurn>(
      {
        loadTurn: (at) => loadReadyTurn(deps, costs, at),
        decide: async (turn, at, showTyping) => {
          const { leadId, address, isKnown, agentId, now, timeZone } = turn
          const whose = { tenantId: at.tenantId, leadId, address, isKnown, agentId, day: toCivilDate(now, timeZone) }
          const choice = await chooseEngine({ ...deps, reader }, turn, whose)
          const { engine } = choice
          measure.begins(engine, whose)
          if (choice.engine === 'guard') return { decision: choice.decision, meta: { engine } }
          const known = { ...turn, knowledge: await queryKnowledge({ knowledge, reader }, turn, at) }
          if (engine === 'model')
            return decideByAgentModel(
              deps,
              { meetings, knowledge, files, closing, reader, meter: measure.meter },
              known,
              at,
              showTyping,
            )
          const isFree: IsTimeFree = (...asked) => meetings.isFree(at.tenantId, ...asked)
          const input = { ...known, newMessages: turn.unanswered }
          return {
            decision: await decideWithCalendar(input, decideOnWorker(reader, deps.log), isFree),
            meta: { engine: 'playbook' },
          }
        },
        showTyping: async ({ leadId, agentId, agent }, isTyping) => {
          const who = { tenantId: place.tenantId, leadId, agentId, agentName: agent.name }
          deps.bus.publish({ name: 'agent.typing', payload: { ...who, isTyping, at: deps.clock.now().toISOString() } })
        },
        wait: pause,
        commitTurn: async (at, part) => {
          const written = await commitTurn(at, part)
          if (written === 'said') measure.said(part)
          return written
        },
        now: () => deps.clock.now().getTime(),
      },
      place,
    )
    return outcome
  } finally {
    await measure.ended(outcome)
  }
}

/**
 * Requests an answer from the language model and publishes the typing event meanwhile. Returns 'stale' if the turn was cancelled, for
 * example because a user of the team wrote.
 */
async function decideByAgentModel(
  { bus, db, llm, log }: Deps,
  { meetings, knowledge, files, closing, reader, meter }: Omit<AssistantPorts, 'commitTurn' | 'costs'> & { meter: UsageMeter },
  turn: LoadedAgentTurn,
  place: TurnConversation,
  showTyping: () => Promise<void>,
): Promise<DecisionWithMeta | 'stale'> {
  if (turn.unanswered.length === 0 || !llm) return { decision: resumeUnsentReplies(turn), meta: { engine: 'model' } }
  const { tenantId, conversationId } = place
  const { leadId, agentId } = turn
  const callOff = watchForCancellation(bus, place)
  const signal = AbortSignal.any([callOff.signal, closing])
  const typing = setInterval(() => void showTyping(), TYPING_INTERVAL_MS)
  try {
    await showTyping()
    const bookMeeting: BookMeeting = async (meeting) => {
      signal.throwIfAborted()
      return meetings.book({ tenantId, leadId, agentId, conversationId, key: `${conversationId}:${turn.uptoSeq}`, ...meeting })
    }
    const decided = await decideWithGuardedModel(
      { ...turn, newMessages: turn.unanswered },
      {
        llm,
        bookMeeting: (await meetings.canBook(tenantId)) ? bookMeeting : null,
        isFree: (...asked) => meetings.isFree(tenantId, ...asked),
        shelf: await knowledge.shelf({ tenantId, ...turn }, turn.knowledge ?? []),
        pictures: turn.senses.sees ? await loadImages({ db }, files, tenantId, turn.history) : [],
        meter,
        signal,
        guard: guardOnWorker(reader, log),
      },
    )
    if (decided.failure) log.warn({ ...place, err: decided.failure }, 'a model did not answer')
    return decided
  } catch (error) {
    if (error instanceof TurnCancelledError || callOff.signal.aborted) return 'stale'
    throw error
  } finally {
    clearInterval(typing)
    callOff.stop()
  }
}

/** Abort reason of a turn that was cancelled, for example because a user of the team took over. */
class TurnCancelledError extends Error {}

/**
 * Returns a signal that aborts when the conversation is paused or archived, a user of the team writes in it, or the organisation is
 * deactivated. `stop` removes the event listeners.
 */
function watchForCancellation(
  bus: EventBus,
  { tenantId, conversationId }: TurnConversation,
): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController()
  const callOff = () => controller.abort(new TurnCancelledError('The conversation was taken over'))
  const ends = [
    bus.on('conversation.changed', ({ conversation }) => {
      if (conversation._id === conversationId && (conversation.pause || conversation.archive)) callOff()
    }),
    bus.on('message.stored', ({ conversation, message }) => {
      if (conversation._id === conversationId && message.manual && message.type !== 'reaction') callOff()
    }),
    bus.on('sessions.ended', ({ tenantId: ended, code }) => {
      if (ended === tenantId && code === 'TENANT_INACTIVE') callOff()
    }),
  ]
  return {
    signal: controller.signal,
    stop: () => {
      for (const end of ends) end()
    },
  }
}
