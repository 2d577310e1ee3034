import {
  ImagesRejectedError,
  type LanguageModelPort,
  ModelFailure,
  type ModelUsage,
} from '../../../platform/external-services/language-model.ts'
import { stripUnstorableCharacters } from '../../../platform/json/storable-json.ts'
import type { KnowledgeContext } from '../../knowledge/ports.ts'
import { applyReplyCheck } from '../guard/after/apply-reply-check.ts'
import { type EngineResult, parseStage, type TurnDraft, type TurnMeta } from '../turn-input.ts'
import { buildGrounding } from './build-grounding.ts'
import { buildPrompt } from './build-prompt.ts'
import { breakRoleMarkers, type ModelTurn, trimHistory } from './history.ts'
import { createFileDescriber, type LeadImage, numberFiles } from './number-files.ts'
import { requestCheckedAnswer } from './request-checked-answer.ts'
import { requireSpokenConfirmation } from './require-spoken-confirmation.ts'
import { type BookMeeting, type CollectedChanges, createTurnTools, type IsTimeFree } from './tools.ts'
import type { UsageMeter } from './usage-meter.ts'

export interface ModelPorts {
  readonly llm: LanguageModelPort
  readonly bookMeeting: BookMeeting | null
  /** Null if meetings in the calendar cannot be changed. */
  readonly isTimeFree: IsTimeFree | null
  /** Passages of the knowledge base. Null if the agent has none. */
  readonly knowledgeContext: KnowledgeContext | null
  readonly images: readonly LeadImage[]
  readonly meter: UsageMeter
  readonly signal: AbortSignal
}

const MAX_TOOL_CALLS = 5
const UNAVAILABLE = 'O agente não conseguiu responder: o modelo está indisponível.'
const UNREADABLE = 'O agente não conseguiu responder: o modelo não deu uma resposta que se possa enviar.'
/**
 * Requests an answer from a language model. Returns its replies and the changes that its tools collected. Without a usable answer, returns
 * no replies and a reason to notify the team.
 * @throws the abort reason if the signal is aborted
 */
export async function decideByModel(modelTurn: ModelTurn, ports: ModelPorts): Promise<EngineResult> {
  const { llm, bookMeeting, isTimeFree, knowledgeContext, images, meter, signal } = ports
  const turn = { ...modelTurn, knowledge: knowledgeContext?.answers ?? [] }
  const { tools: turnTools, collected } = createTurnTools(turn, { bookMeeting, isTimeFree })
  const numberedFiles = numberFiles(turn.history, images)
  const files = createFileDescriber(numberedFiles.seqByFileNumber, collected)
  const { tools, getConfirmationQuestion } = requireSpokenConfirmation(turn, [
    ...turnTools,
    ...(knowledgeContext?.createTools(collected) ?? []),
    ...files.tools,
  ])
  const toolNames = tools.map(({ name }) => name)
  const request = {
    model: turn.model,
    instructions: buildPrompt(turn, turn.summary),
    messages: trimHistory(numberedFiles.history),
    images: images.map(({ bytes }) => bytes),
    tools,
    maxToolCalls: MAX_TOOL_CALLS,
    onUsage: (call: ModelUsage) => meter.add(call),
    signal,
  }
  try {
    const checkedAnswer = await requestCheckedAnswer({
      llm,
      request,
      agentName: turn.agent.name,
      buildGrounding: () => buildGrounding(turn, toolNames, collected),
      getToolResults: () => collected.toolResults,
    })
    const meta: TurnMeta = {
      engine: 'model',
      model: stripUnstorableCharacters(checkedAnswer.model),
      ...meter.getUsage(),
      tools: collected.calledTools,
    }
    const confirmationQuestion = getConfirmationQuestion()
    const draft = confirmationQuestion
      ? createModelDraft(turn, collected, [confirmationQuestion])
      : applyReplyCheck(createModelDraft(turn, collected, checkedAnswer.replies), checkedAnswer)
    // An empty answer is valid if the model requested a user of the team.
    const basis = knowledgeContext?.getReplyBasis(checkedAnswer.text, draft.replies)
    if (draft.replies.length > 0 || collected.attentionReason !== null)
      return { meta, draft: { ...draft, basis, ...files.getDescriptions(checkedAnswer.text) } }
    return { meta, draft: createFailedDraft(turn, collected, UNREADABLE) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ImagesRejectedError) {
      const resultWithoutImages = await decideByModel(modelTurn, { ...ports, images: [] })
      // Disables images only if the request without them succeeded. Otherwise the images were not the cause.
      if (!resultWithoutImages.failure) error.disableImages()
      return resultWithoutImages
    }
    if (!(error instanceof ModelFailure)) throw error
    const reason = error.kind === 'unavailable' ? UNAVAILABLE : UNREADABLE
    return { meta: { engine: 'model', ...meter.getUsage() }, draft: createFailedDraft(turn, collected, reason), failure: error }
  }
}

const createFailedDraft = (turn: ModelTurn, collected: CollectedChanges, reason: string): TurnDraft => ({
  // Cancels the meeting change: the lead would not be informed of it.
  ...createModelDraft(turn, { ...collected, meetingChange: null }, []),
  attention: { reason },
})

const createModelDraft = (turn: ModelTurn, collected: CollectedChanges, replies: readonly string[]): TurnDraft => ({
  replies,
  stage: collected.stage ?? parseStage(turn.conversation.stage),
  summary: collected.summary === null ? '' : breakRoleMarkers(collected.summary),
  statusMessage: collected.statusMessage ?? '',
  leadPatch: collected.leadPatch,
  attention: collected.attentionReason === null ? null : { reason: collected.attentionReason },
  ...(collected.meetingChange ? { meeting: collected.meetingChange } : {}),
})
