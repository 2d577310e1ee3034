import type { SpecifiedCall } from './section-7.ts'
import type { BareConversation, BareMessage, BareUser, World } from './world.ts'

/** A request as an answer needs it: who asks, for what. */
export interface Asked {
  readonly world: World
  readonly user: BareUser
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  /** Where the panel is, for Google's way back. */
  readonly panel: string
  /** Tells everybody who listens of a new message. */
  readonly tell: (conversation: BareConversation, message: BareMessage) => void
  /** Opens a session, as cookies of this answer. */
  readonly signIn: (user: BareUser) => void
  /** Ends this session, or all of the user's. */
  readonly signOut: (everywhere: boolean) => void
}

/** What a call answers; null where the specification shows no answer: an empty one. */
export type Answers = { [C in SpecifiedCall]?: (asked: Asked) => object | null }

/** A refusal in the words of section 8. */
export class Refused extends Error {
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

export const ok = (data: unknown) => ({ success: true, data })

export const gone = (): never => {
  throw new Refused(404, 'UNKNOWN_ERROR', 'Recurso não encontrado')
}
