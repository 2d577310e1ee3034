import type * as z from 'zod/mini'

/** Something that a model may ask for while it answers; what it gives is checked before `run` sees it. */
export interface ModelTool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodMiniType
  /** @returns what the model is told of it */
  readonly run: (input: unknown) => Promise<string>
}

export interface ModelRequest {
  /** Null, or one that is not among the port's `models`: the server's own model. */
  readonly model: string | null
  readonly instructions: string
  /** Oldest first; both sides take turns. */
  readonly messages: ReadonlyArray<{ readonly role: 'user' | 'assistant'; readonly content: string }>
  /** JPEGs that the newest message of the user shows, in order. */
  readonly pictures?: readonly Uint8Array[]
  readonly tools: readonly ModelTool[]
  /** Tool calls that are carried out; further ones are refused, and then no tool is offered any more. */
  readonly maxToolCalls: number
  /** Told of every call that was finished, also of an answer that comes to nothing. */
  readonly onSpent: (call: ModelSpent) => void
  readonly signal: AbortSignal
}

/** What a call of a model took. */
export interface ModelSpent {
  /** Null when the endpoint does not count. */
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  /** In the currency of the configured prices, or as the endpoint says; null when neither is known. */
  readonly cost: number | null
}

export interface ModelAnswer {
  /** Words for the lead; '' when the model only used tools. */
  readonly text: string
  readonly model: string
}

/** The model did not answer, after everything was tried. `unreadable`: it did, and nothing could be made of it. */
export class ModelFailure extends Error {
  readonly kind: 'unavailable' | 'unreadable'

  constructor(kind: ModelFailure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ModelFailure'
    this.kind = kind
  }
}

/** The endpoint takes no pictures, or says no for another reason: whoever asks again without and is answered tells so by `remember`. */
export class PicturesRefused extends Error {
  readonly remember: () => void

  constructor(remember: () => void, options?: ErrorOptions) {
    super('The endpoint refused a request with pictures', options)
    this.name = 'PicturesRefused'
    this.remember = remember
  }
}

/** A language model behind an OpenAI-compatible endpoint. Absent when none is configured. */
export interface LanguageModelPort {
  /** All that may be asked, the server's own first. */
  readonly models: readonly string[]
  /** True while a model may be shown pictures; null: the server's own. */
  sees(model: string | null): boolean
  /** @throws ModelFailure; PicturesRefused, of a request with pictures; the signal's reason when it is aborted */
  answer(request: ModelRequest): Promise<ModelAnswer>
}
