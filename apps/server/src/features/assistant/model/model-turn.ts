import { type LanguageModelPort, ModelFailure } from '../../../kernel/language-model.ts'
import { storable } from '../../../kernel/storable.ts'
import { type Decided, readStage, readState, type TurnDecision, type TurnInput, type TurnMeta } from '../turn.ts'
import { defuse, type HistoryMessage, trimHistory } from './history.ts'
import type { Meter } from './meter.ts'
import { buildPrompt, RULES } from './prompt.ts'
import { toReplies } from './replies.ts'
import { type BookMeeting, type Collected, type IsFree, toolsFor } from './tools.ts'

/** A turn as a model needs it. */
export interface ModelTurn extends Omit<TurnInput, 'newMessages'> {
  /** The conversation up to the newest message, oldest first. */
  readonly history: readonly HistoryMessage[]
  readonly summary: string | null
  /** Null: the server's model. */
  readonly model: string | null
}

export interface ModelPorts {
  readonly llm: LanguageModelPort
  readonly bookMeeting: BookMeeting | null
  /** Null where nothing that stands in the calendar can be changed. */
  readonly isFree: IsFree | null
  readonly meter: Meter
  readonly signal: AbortSignal
}

const MAX_TOOL_CALLS = 5
const UNAVAILABLE = 'O agente não conseguiu responder: o modelo está indisponível.'
const UNREADABLE = 'O agente não conseguiu responder: o modelo não deu uma resposta que se possa enviar.'
/** Said in the place of words that are not for leads. */
const DEFLECTION = 'Isso eu não consigo te passar por aqui. Posso te ajudar com mais alguma coisa sobre o seu atendimento?'

/**
 * What a language model answers, and what it noted by its tools. When no answer can be had, silence and a call for a person, with the reason.
 * @throws the signal's reason when it is aborted
 */
export async function decideByModel(turn: ModelTurn, { llm, bookMeeting, isFree, meter, signal }: ModelPorts): Promise<Decided> {
  const { tools, collected } = toolsFor(turn, { bookMeeting, isFree })
  const { brief } = turn.agent
  const secrets = {
    rules: RULES,
    brief: `${brief?.persona ?? ''}\n${brief?.instructions ?? ''}`,
    toolNames: tools.map(({ name }) => name),
    agentName: turn.agent.name,
  }
  try {
    const answer = await llm.answer({
      model: turn.model,
      instructions: buildPrompt(turn, turn.summary),
      messages: trimHistory(turn.history),
      tools,
      maxToolCalls: MAX_TOOL_CALLS,
      onSpent: (call) => meter.add(call),
      signal,
    })
    const meta: TurnMeta = { engine: 'model', model: storable(answer.model), ...meter.read(), tools: collected.used }
    const words = toReplies(answer.text, secrets)
    if (words === 'leak') return { meta, decision: decision(turn, collected, [DEFLECTION]) }
    // A model that called a person may leave the talking to them.
    if (words.length > 0 || collected.attention !== null) return { meta, decision: decision(turn, collected, words) }
    return { meta, decision: failed(turn, collected, UNREADABLE) }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ModelFailure)) throw error
    const reason = error.kind === 'unavailable' ? UNAVAILABLE : UNREADABLE
    return { meta: { engine: 'model', ...meter.read() }, decision: failed(turn, collected, reason), failure: error }
  }
}

/** Replies that a cut left unwritten, with everything else as it stands. */
export function resumeModel(turn: Omit<TurnInput, 'newMessages'>): Decided {
  const state = readState(turn.conversation.state)
  return {
    meta: { engine: 'model' },
    decision: {
      replies: state.unsent,
      stage: readStage(turn.conversation.stage),
      summary: '',
      statusMessage: '',
      leadPatch: {},
      attention: null,
      state,
    },
  }
}

const failed = (turn: ModelTurn, collected: Collected, reason: string): TurnDecision => ({
  // What the lead is not told of is not changed.
  ...decision(turn, { ...collected, meeting: null }, []),
  attention: { reason },
})

const decision = (turn: ModelTurn, collected: Collected, replies: readonly string[]): TurnDecision => ({
  replies,
  stage: collected.stage ?? readStage(turn.conversation.stage),
  summary: collected.summary === null ? '' : defuse(collected.summary),
  statusMessage: collected.status ?? '',
  leadPatch: collected.patch,
  attention: collected.attention === null ? null : { reason: collected.attention },
  ...(collected.meeting ? { meeting: collected.meeting } : {}),
  // The playbook's memory is kept: it goes on from here should the model be switched off.
  state: {
    ...readState(turn.conversation.state),
    greeted: true,
    pending: null,
    parts: replies.length,
    unsent: [...replies],
  },
})
