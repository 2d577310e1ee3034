import type { BareConversation, BareData, BareMessage, BareUser } from './bare-data.ts'
import type { SpecifiedCall } from './specified-calls.ts'

/** Data of a request for its answer: the world, the user and the parameters. */
export interface BareRequest {
  readonly world: BareData
  readonly user: BareUser
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  /** Origin of the panel, for the redirect from Google. */
  readonly panel: string
  /** Emits a new message to all listening clients. */
  readonly tell: (conversation: BareConversation, message: BareMessage) => void
  /** Starts a session by cookies of this answer. */
  readonly signIn: (user: BareUser) => void
  /** Ends this session, or all sessions of the user. */
  readonly signOut: (everywhere: boolean) => void
}

/** Answer of each call; null stands for an empty answer, if the specification shows none. */
export type BareAnswers = { [C in SpecifiedCall]?: (asked: BareRequest) => object | null }

/** An error response with the texts of section 8. */
export class BareProviderError extends Error {
  readonly status: number
  readonly code: string
  readonly fieldErrors: Readonly<Record<string, string>> | undefined
  constructor(status: number, code: string, message: string, fieldErrors?: Readonly<Record<string, string>>) {
    super(message)
    this.status = status
    this.code = code
    this.fieldErrors = fieldErrors
  }
}

export const buildSuccess = (data: unknown) => ({ success: true, data })

export const throwNotFound = (): never => {
  throw new BareProviderError(404, 'UNKNOWN_ERROR', 'Recurso não encontrado')
}
