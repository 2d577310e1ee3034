import type * as z from 'zod/mini'

/** A tool that a model may call; its input is validated before `run` receives it. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodMiniType
  /** Executes a call of the tool. @returns the result for the model */
  readonly run: (input: unknown) => Promise<string>
}

export interface ModelRequest {
  /** Null or a model that is not in `models` selects the server's default model. */
  readonly model: string | null
  readonly instructions: string
  /** Oldest first, with alternating roles. */
  readonly messages: ReadonlyArray<{ readonly role: 'user' | 'assistant'; readonly content: string }>
  /** JPEG images of the newest user message, in order. */
  readonly pictures?: readonly Uint8Array[]
  readonly tools: readonly ModelTool[]
  /** Maximum number of tool calls; further calls are refused, and then no tools are offered. */
  readonly maxToolCalls: number
  /** Called after every finished call of the model, also if the answer fails. */
  readonly onSpent: (call: ModelUsage) => void
  readonly signal: AbortSignal
}

/** Usage of one call of a model. */
export interface ModelUsage {
  /** Null if the endpoint does not report it. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** In the currency of the configured prices, or as the endpoint reports it; null if neither is known. */
  readonly cost: number | null
}

export interface ModelAnswer {
  /** Text for the lead; '' if the model only called tools. */
  readonly text: string
  readonly model: string
}

/** The model gave no usable answer after all retries. `unreadable`: an answer arrived, but could not be used. */
export class ModelFailure extends Error {
  readonly kind: 'unavailable' | 'unreadable'

  constructor(kind: ModelFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ModelFailure'
    this.kind = kind
  }
}

/**
 * The endpoint refused a request with images, possibly for another reason. If the request succeeds without images, the caller calls
 * `remember`, so that this model gets no images any more.
 */
export class ImagesRejectedError extends Error {
  readonly remember: () => void

  constructor(remember: () => void, options?: ErrorOptions) {
    super('The endpoint refused a request with pictures', options)
    this.name = 'PicturesRefused'
    this.remember = remember
  }
}

/** Client of an OpenAI-compatible endpoint; absent if none is configured. */
export interface LanguageModelPort {
  /** Selectable models, the server's default first. */
  readonly models: readonly string[]
  /** Returns true while images may be sent to a model; null means the server's default. */
  sees(model: string | null): boolean
  /**
   * Generates an answer, executing the model's tool calls.
   * @throws ModelFailure; PicturesRefused for a request with images; the signal's reason if it is aborted
   */
  answer(request: ModelRequest): Promise<ModelAnswer>
}
