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
import {
  type LanguageModelPort,
  type ModelAnswer,
  ModelFailure,
  type ModelRequest,
  type ModelSpent,
  PicturesRefused,
} from '../../kernel/language-model.ts'
import type { LlmSettings } from '../../kernel/model-settings.ts'
import { withDeadline } from '../../kernel/with-deadline.ts'
import { mendToolCall, toolsOf } from './tools.ts'

export interface LlmTimes {
  /** A model that has not finished one call by then is given up. */
  callMs: number
  /** All calls, tools and pauses of one answer; a turn's job must outlive it. */
  totalMs: number
}

const TIMES: LlmTimes = { callMs: 30_000, totalMs: 80_000 }
/** Whole answers that are tried, each with the library's own retries of 429 and 5xx, which heed Retry-After. */
const ATTEMPTS = 2
const RETRIES_OF_A_CALL = 2
const MAX_OUTPUT_TOKENS = 2_000

/** Talks to any endpoint that speaks OpenAI's chat completions, by stream. */
export function createLanguageModel(settings: LlmSettings, times: LlmTimes = TIMES): LanguageModelPort {
  // Endpoints of one's own give warnings of no use to anybody here.
  Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })
  const provider = createOpenAICompatible({
    name: 'llm',
    baseURL: settings.baseUrl,
    includeUsage: true,
    ...(settings.apiKey ? { apiKey: settings.apiKey } : {}),
  })

  const blind = new Set<string>()
  const modelOf = (asked: string | null): string => settings.models.find((allowed) => allowed === asked) ?? settings.model

  const ask = async (request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer> => {
    const { tools, mayCall } = toolsOf(request)
    const model = modelOf(request.model)
    const result = streamText({
      model: provider(model),
      instructions: request.instructions,
      messages: messagesOf(request),
      tools,
      // What asks for more than its calls is made to speak.
      prepareStep: ({ stepNumber }) => (mayCall() && stepNumber <= request.maxToolCalls ? {} : { activeTools: [] }),
      stopWhen: isStepCount(request.maxToolCalls + 2),
      repairToolCall: mendToolCall,
      maxRetries: RETRIES_OF_A_CALL,
      maxOutputTokens: MAX_OUTPUT_TOKENS,
      timeout: { stepMs: times.callMs },
      abortSignal: signal,
      onError: () => {},
    })
    for await (const part of result.fullStream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'finish-step') request.onSpent(spentOf(part.usage, settings))
      if (part.type === 'abort') throw new ModelFailure('unavailable', 'The model took too long')
    }
    return readAnswer(await result.steps, model)
  }

  return {
    models: settings.models,
    sees: (model) => settings.vision !== '0' && !blind.has(modelOf(model)),
    answer: async (request) => {
      const until = performance.now() + times.totalMs
      let failure: unknown = null
      for (let attempt = 0; attempt < ATTEMPTS && performance.now() < until; attempt++) {
        try {
          return await withDeadline(until - performance.now(), (signal) => ask(request, signal), request.signal)
        } catch (error) {
          request.signal.throwIfAborted()
          failure = error
          if (request.pictures?.length && refusesPictures(error))
            throw new PicturesRefused(() => settings.vision === 'auto' && blind.add(modelOf(request.model)), { cause: error })
          if (isRefused(error)) break
        }
      }
      if (failure instanceof ModelFailure) throw failure
      // The library's own message quotes what the endpoint sent, a model's words too.
      throw new ModelFailure('unavailable', `The model did not answer: ${kindOf(failure)}`, { cause: failure })
    },
  }
}

/** What kind of error it was, and the endpoint's status where there is one. */
const kindOf = (error: unknown): string => {
  const last = RetryError.isInstance(error) ? error.lastError : error
  const name = last instanceof Error ? last.name : typeof last
  return APICallError.isInstance(last) && last.statusCode ? `${name} ${last.statusCode}` : name
}

/** Refused for good: a wrong key, an unknown model, a request that the endpoint does not take. */
const isRefused = (error: unknown): boolean => APICallError.isInstance(error) && !error.isRetryable

/** What endpoints say to pictures that they do not take; 404: of those that choose a model by what is asked. */
const NO_PICTURES: ReadonlySet<number | undefined> = new Set([400, 404, 413, 415, 422])
const refusesPictures = (error: unknown): boolean => APICallError.isInstance(error) && NO_PICTURES.has(error.statusCode)

/** The talk, with the pictures in its newest message of the user. */
function messagesOf({ messages, pictures = [] }: ModelRequest): ModelMessage[] {
  const shows = pictures.length > 0 ? messages.findLastIndex(({ role }) => role === 'user') : -1
  return messages.map((message, at): ModelMessage => {
    if (at !== shows || message.role !== 'user') return { ...message }
    const parts = pictures.map((image) => ({ type: 'image' as const, image, mediaType: 'image/jpeg' }))
    return { role: 'user', content: [{ type: 'text', text: message.content }, ...parts] }
  })
}

function readAnswer(steps: ReadonlyArray<StepResult<ToolSet>>, model: string): ModelAnswer {
  const last = steps.at(-1)
  // A stream that was cut ends without a reason.
  if (!last || last.finishReason === 'other' || last.finishReason === 'error')
    throw new ModelFailure('unreadable', 'The answer broke off')
  return {
    text: steps.findLast((step) => step.text.trim() !== '')?.text ?? '',
    model: last.response.modelId || model,
  }
}

/** The cost as the endpoint tells it, else by the configured prices. */
function spentOf(usage: LanguageModelUsage, { prices }: Pick<LlmSettings, 'prices'>): ModelSpent {
  const inputTokens = usage.inputTokens ?? null
  const outputTokens = usage.outputTokens ?? null
  const priced =
    prices && inputTokens !== null && outputTokens !== null
      ? (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000
      : null
  return { inputTokens, outputTokens, cost: typeof usage.raw?.cost === 'number' ? usage.raw.cost : priced }
}
