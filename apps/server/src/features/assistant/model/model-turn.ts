import { type LanguageModelPort, ModelFailure, type ModelSpent, PicturesRefused } from '../../../kernel/language-model.ts'
import { storable } from '../../../kernel/storable.ts'
import type { Shelf } from '../../knowledge/ports.ts'
import { type Draft, type Drafted, readStage, type TurnMeta } from '../decision.ts'
import { holdBack } from '../guard/after/hold-back.ts'
import { describer, type Picture, seenIn } from './files.ts'
import { groundOf } from './ground.ts'
import { defuse, type ModelTurn, trimHistory } from './history.ts'
import type { Meter } from './meter.ts'
import { buildPrompt } from './prompt.ts'
import { holdBackSpoken } from './said-back.ts'
import { sayGuarded } from './say-guarded.ts'
import { type BookMeeting, type Collected, type IsFree, toolsFor } from './tools.ts'

export interface ModelPorts {
  readonly llm: LanguageModelPort
  readonly bookMeeting: BookMeeting | null
  /** Null if meetings in the calendar cannot be changed. */
  readonly isFree: IsFree | null
  /** Null if the agent has no knowledge base. */
  readonly shelf: Shelf | null
  readonly pictures: readonly Picture[]
  readonly meter: Meter
  readonly signal: AbortSignal
}

const MAX_TOOL_CALLS = 5
const UNAVAILABLE = 'O agente não conseguiu responder: o modelo está indisponível.'
const UNREADABLE = 'O agente não conseguiu responder: o modelo não deu uma resposta que se possa enviar.'
/**
 * Runs a language model and returns its replies and the changes by its tools. If no usable answer results, returns no replies and calls a
 * user with the reason.
 * @throws the signal's reason if it is aborted
 */
export async function decideByModel(asked: ModelTurn, ports: ModelPorts): Promise<Drafted> {
  const { llm, bookMeeting, isFree, shelf, pictures, meter, signal } = ports
  const turn = { ...asked, knowledge: shelf?.answers ?? [] }
  const { tools: all, collected } = toolsFor(turn, { bookMeeting, isFree })
  const seen = seenIn(turn.history, pictures)
  const files = describer(seen.numbers, collected)
  const { tools, sentence } = holdBackSpoken(turn, [...all, ...(shelf?.tools(collected) ?? []), ...files.tools])
  const toolNames = tools.map(({ name }) => name)
  const request = {
    model: turn.model,
    instructions: buildPrompt(turn, turn.summary),
    messages: trimHistory(seen.history),
    pictures: pictures.map(({ bytes }) => bytes),
    tools,
    maxToolCalls: MAX_TOOL_CALLS,
    onSpent: (call: ModelSpent) => meter.add(call),
    signal,
  }
  try {
    const spoken = await sayGuarded({
      llm,
      request,
      agentName: turn.agent.name,
      ground: () => groundOf(turn, toolNames, collected),
      told: () => collected.told,
    })
    const meta: TurnMeta = { engine: 'model', model: storable(spoken.model), ...meter.read(), tools: collected.used }
    const back = sentence()
    const draft = back ? draftOf(turn, collected, [back]) : holdBack(draftOf(turn, collected, spoken.replies), spoken)
    // A model that has called a user may give no reply.
    const basis = shelf?.basis(spoken.text, draft.replies)
    if (draft.replies.length > 0 || collected.attention !== null)
      return { meta, draft: { ...draft, basis, ...files.noted(spoken.text) } }
    return { meta, draft: failed(turn, collected, UNREADABLE) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof PicturesRefused) {
      const unseen = await decideByModel(asked, { ...ports, pictures: [] })
      // Remembers that the model accepts no images only if the call without them succeeded; otherwise the cause was another.
      if (!unseen.failure) error.remember()
      return unseen
    }
    if (!(error instanceof ModelFailure)) throw error
    const reason = error.kind === 'unavailable' ? UNAVAILABLE : UNREADABLE
    return { meta: { engine: 'model', ...meter.read() }, draft: failed(turn, collected, reason), failure: error }
  }
}

const failed = (turn: ModelTurn, collected: Collected, reason: string): Draft => ({
  // No change is made that the lead is not informed of.
  ...draftOf(turn, { ...collected, meeting: null }, []),
  attention: { reason },
})

const draftOf = (turn: ModelTurn, collected: Collected, replies: readonly string[]): Draft => ({
  replies,
  stage: collected.stage ?? readStage(turn.conversation.stage),
  summary: collected.summary === null ? '' : defuse(collected.summary),
  statusMessage: collected.status ?? '',
  leadPatch: collected.patch,
  attention: collected.attention === null ? null : { reason: collected.attention },
  ...(collected.meeting ? { meeting: collected.meeting } : {}),
})
