import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  isStepCount,
  type LanguageModelUsage,
  type ModelMessage,
  RetryError,
  type StepResult,
  streamText,
  type ToolSet,
} from 'ai'
import type { LlmSettings } from '../../platform/config/model-settings.ts'
import {
  ImagesRejectedError,
  type LanguageModelPort,
  type ModelAnswer,
  ModelFailure,
  type ModelRequest,
  type ModelUsage,
} from '../../platform/external-services/language-model.ts'
import { withDeadline } from '../../platform/external-services/with-deadline.ts'
import { repairToolCall, toToolSet } from './tools.ts'

export interface LlmTimeouts {
  /** Timeout in milliseconds of one request to the model. */
  callMs: number
  /** Timeout in milliseconds of one answer, with all its requests, tools and pauses. Must be shorter than the timeout of the job. */
  totalMs: number
}

const DEFAULT_TIMEOUTS: LlmTimeouts = { callMs: 30_000, totalMs: 80_000 }
/** Maximum number of attempts for an answer. Within each attempt, the library retries requests after 429 and 5xx responses. */
const MAX_ATTEMPTS = 2
const MAX_CALL_RETRIES = 2
const MAX_OUTPUT_TOKENS = 2_000

/** Creates a client for any endpoint that is compatible with OpenAI's chat completions, with streaming. */
export function createLanguageModel(settings: LlmSettings, timeouts: LlmTimeouts = DEFAULT_TIMEOUTS): LanguageModelPort {
  // Disables the library's warnings about custom endpoints.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: settings.baseUrl,
    includeUsage: true,
    ...(settings.apiKey ? { apiKey: settings.apiKey } : {}),
  })

  const modelsWithoutImages = new Set<string>()
  const resolveModel = (requestedModel: string | null): string =>
    settings.models.find((allowed) => allowed === requestedModel) ?? settings.model

  const streamAnswer = async (request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> => {
    const { tools, canCallTool } = toToolSet(request)
    const model = resolveModel(request.model)
    const result = streamText({
      model: provider(model),
      instructions: request.instructions,
      messages: toModelMessages(request),
      tools,
      // At the limit of tool calls, no tool is offered, so the model must answer with text.
      prepareStep: ({ stepNumber }) => (canCallTool() && stepNumber <= request.maxToolCalls ? {} : { activeTools: [] }),
      stopWhen: isStepCount(request.maxToolCalls + 2),
      repairToolCall,
      maxRetries: MAX_CALL_RETRIES,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      timeout: { stepMs: timeouts.callMs },
      abortSignal: signal,
      onError: () => {},
    })
    for await (const part of result.fullStream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'finish-step') request.onUsage(getUsageAndCost(part.usage, settings))
      if (part.type === 'abort') throw new ModelFailure('unavailable', 'The model took too long')
    }
    return parseAnswer(await result.steps, model)
  }

  return {
    models: settings.models,
    acceptsImages: (model) => settings.vision !== '0' && !modelsWithoutImages.has(resolveModel(model)),
    generateAnswer: async (request) => {
      const deadline = performance.now() + timeouts.totalMs
      let failure: unknown = null
      for (let attempt = 0; attempt < MAX_ATTEMPTS && performance.now() < deadline; attempt++) {
        try {
          return await withDeadline(deadline - performance.now(), (signal) => streamAnswer(request, signal), request.signal)
        } catch (error) {
          request.signal.throwIfAborted()
          failure = error
          if (request.images?.length && isImageRefusal(error))
            throw new ImagesRejectedError(
              () => settings.vision === 'auto' && modelsWithoutImages.add(resolveModel(request.model)),
              { cause: error },
            )
          if (isPermanentError(error)) break
        }
      }
      if (failure instanceof ModelFailure) throw failure
      // The library's message is not used, because it quotes the response, which may contain text of the model.
      throw new ModelFailure('unavailable', `The model did not answer: ${getErrorKind(failure)}`, { cause: failure })
    },
  }
}

/** Returns the name of an error, followed by the HTTP status of the endpoint if there is one. */
const getErrorKind = (error: unknown): string => {
  const last = RetryError.isInstance(error) ? error.lastError : error
  const name = last instanceof Error ? last.name : typeof last
  return APICallError.isInstance(last) && last.statusCode ? `${name} ${last.statusCode}` : name
}

/** Whether an error is permanent: wrong key, unknown model or invalid request. A retry would then fail as well. */
const isPermanentError = (error: unknown): boolean => APICallError.isInstance(error) && !error.isRetryable

/** HTTP statuses of endpoints that reject images. 404 comes from endpoints that choose a model by the request's content. */
const IMAGE_REFUSAL_STATUSES: ReadonlySet<number | undefined> = new Set([400, 404, 413, 415, 422])
const isImageRefusal = (error: unknown): boolean => APICallError.isInstance(error) && IMAGE_REFUSAL_STATUSES.has(error.statusCode)

/** Converts a request's messages to the library's format, and adds the images to the newest user message. */
function toModelMessages({ messages, images = [] }: ModelRequest): ModelMessage[] {
  const imageMessageIndex = images.length > 0 ? messages.findLastIndex(({ role }) => role === 'user') : -1
  return messages.map((message, index): ModelMessage => {
    if (index !== imageMessageIndex || message.role !== 'user') return { ...message }
    const parts = images.map((image) => ({ type: 'image' as const, image, mediaType: 'image/jpeg' }))
    return { role: 'user', content: [{ type: 'text', text: message.content }, ...parts] }
  })
}

function parseAnswer(steps: ReadonlyArray<StepResult<ToolSet>>, model: string): ModelAnswer {
  const last = steps.at(-1)
  // An interrupted stream has no valid finish reason.
  if (!last || last.finishReason === 'other' || last.finishReason === 'error')
    throw new ModelFailure('unreadable', 'The answer broke off')
  return {
    text: steps.findLast((step) => step.text.trim() !== '')?.text ?? '',
    model: last.response.modelId || model,
  }
}

/**
 * Returns the tokens and the cost of one request to the model. The cost is the one that the endpoint reports, or is computed from the
 * configured prices; null if neither is available.
 */
function getUsageAndCost(usage: LanguageModelUsage, { prices }: Pick<LlmSettings, 'prices'>): ModelUsage {
  const inputTokens = usage.inputTokens ?? null
  const outputTokens = usage.outputTokens ?? null
  const computedCost =
    prices && inputTokens !== null && outputTokens !== null
      ? (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000
      : null
  return { inputTokens, outputTokens, cost: typeof usage.raw?.cost === 'number' ? usage.raw.cost : computedCost }
}
