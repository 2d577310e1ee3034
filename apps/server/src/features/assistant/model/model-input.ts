import type { TurnInput } from '../decision.ts'
import type { DatedMessage } from './history.ts'

/** A turn as a model needs it. */
export interface ModelTurn extends Omit<TurnInput, 'newMessages'> {
  /** The conversation up to the newest message, oldest first. */
  readonly history: readonly DatedMessage[]
  readonly summary: string | null
  /** Null: the server's model. */
  readonly model: string | null
}
