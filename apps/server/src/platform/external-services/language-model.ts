import type * as z from 'zod/mini'

/** A tool that a language model may call. The input is validated with the schema `input` before `run` receives it. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodMiniType
  /** Executes one use of the tool. @returns the result as text for the model */
  readonly run: (input: unknown) => Promise<string>
}

export interface ModelRequest {
  /** Name of the model. The server's default model is used if this is null or not in `models`. */
  readonly model: string | null
  readonly instructions: string
  /** Messages of the dialogue, oldest first, with alternating roles. */
  readonly messages: ReadonlyArray<{ readonly role: 'user' | 'assistant'; readonly content: string }>
  /** JPEG images that belong to the newest user message, in order. */
  readonly images?: readonly Uint8Array[]
  readonly tools: readonly ModelTool[]
  /** Maximum number of tool uses. Further uses are refused, and the model must then answer without tools. */
  readonly maxToolCalls: number
  /** Called with the usage of every finished request to the model, even if no usable answer results. */
  readonly onUsage: (call: ModelUsage) => void
  readonly signal: AbortSignal
}

/** Tokens and cost of one request to a model. */
export interface ModelUsage {
  /** Null if the model's endpoint does not report tokens. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** Cost in the currency of the configured prices, or as the endpoint reports it. Null if both are unknown. */
  readonly cost: number | null
}

export interface ModelAnswer {
  /** Text for the lead; '' if the model only used tools. */
  readonly text: string
  readonly model: string
}

/**
 * Error: the model gave no usable answer after all retries. `unavailable`: no answer arrived. `unreadable`: an answer arrived, but could
 * not be parsed.
 */
export class ModelFailure extends Error {
  readonly kind: 'unavailable' | 'unreadable'

  constructor(kind: ModelFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ModelFailure'
    this.kind = kind
  }
}

/**
 * Error: the model's endpoint rejected a request with images, possibly for another reason. If the same request succeeds without images, the
 * caller calls `remember`, so that no more images are sent to this model.
 */
export class ImagesRejectedError extends Error {
  readonly disableImages: () => void

  constructor(disableImages: () => void, options?: ErrorOptions) {
    super('The endpoint refused a request with pictures', options)
    this.name = 'PicturesRefused'
    this.disableImages = disableImages
  }
}

/** Client of an OpenAI-compatible language model endpoint. Null in `Deps` if none is configured. */
export interface LanguageModelPort {
  /** Models that can be selected; the server's default model is the first. */
  readonly models: readonly string[]
  /** Whether images may be sent to a model. `model` null: the server's default model. */
  acceptsImages(model: string | null): boolean
  /**
   * Generates an answer. Executes the tools that the model uses.
   * @throws ModelFailure; ImagesRejectedError for a request with images; the signal's reason if the signal is aborted
   */
  generateAnswer(request: ModelRequest): Promise<ModelAnswer>
}
