import type * as z from 'zod/mini'

/** A tool that a language model may call. `run` receives the input after it was validated with the schema `input`. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodMiniType
  /** Executes a tool call. @returns the result as text for the model */
  readonly run: (input: unknown) => Promise<string>
}

export interface ModelRequest {
  /** Name of the model. If null or not in `models`, the server's default model is used. */
  readonly model: string | null
  readonly instructions: string
  /** Messages of the dialogue, oldest first, with alternating roles. */
  readonly messages: ReadonlyArray<{ readonly role: 'user' | 'assistant'; readonly content: string }>
  /** JPEG images that belong to the newest user message, in order. */
  readonly images?: readonly Uint8Array[]
  readonly tools: readonly ModelTool[]
  /** Maximum number of tool calls. Then the model must answer without tools. */
  readonly maxToolCalls: number
  /** Called after each request to the model, even if the model gives no usable answer. */
  readonly onUsage: (call: ModelUsage) => void
  readonly signal: AbortSignal
}

/** Tokens and cost of one request to a model. */
export interface ModelUsage {
  /** Null if the model's endpoint does not report tokens. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** Cost in the currency of the configured prices; null if unknown. */
  readonly cost: number | null
}

export interface ModelAnswer {
  /** Text for the lead; '' if the model only used tools. */
  readonly text: string
  readonly model: string
}

/** Error: the model gave no usable answer after all retries. */
export class ModelFailure extends Error {
  /** `unavailable`: no answer arrived. `unreadable`: an answer arrived but could not be parsed. */
  readonly kind: 'unavailable' | 'unreadable'

  constructor(kind: ModelFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ModelFailure'
    this.kind = kind
  }
}

/** Error: the model's endpoint rejected a request with images, but the images may not be the reason. */
export class ImagesRejectedError extends Error {
  /** Stops sending images to this model. To be called if the same request succeeds without images. */
  readonly disableImages: () => void

  constructor(disableImages: () => void, options?: ErrorOptions) {
    super('The endpoint refused a request with pictures', options)
    this.name = 'PicturesRefused'
    this.disableImages = disableImages
  }
}

/** Client of an OpenAI-compatible language model endpoint. Null in `Deps` if none is configured. */
export interface LanguageModelPort {
  /** Models that an agent may use; the server's default model is the first. */
  readonly models: readonly string[]
  /** Whether images may be sent to a model; null stands for the server's default model. */
  acceptsImages(model: string | null): boolean
  /**
   * Generates an answer, and executes the tools that the model calls.
   * @throws ModelFailure; ImagesRejectedError for a request with images; the signal's reason if the signal is aborted
   */
  generateAnswer(request: ModelRequest): Promise<ModelAnswer>
}
