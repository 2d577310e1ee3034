import type { Stage } from '@prosa/contract/entities/conversation'

/** One turn's answer before it is cut into bubbles. */
export interface Answer {
  readonly said: readonly string[]
  readonly question: string | null
  readonly stage: Stage
  /** Why a person should look; null when nobody need. */
  readonly reason: string | null
  /** How the agent introduces itself, if it has not yet; in danger or farewell there is no time for it. */
  readonly greets: 'fully' | 'briefly' | 'not'
}

/** What is said, and nothing asked. Stages only rise, so the first one changes nothing. */
export const saying = (said: readonly string[], reason: string | null = null, rest: Partial<Answer> = {}): Answer => ({
  said,
  question: null,
  stage: 'conexao',
  reason,
  greets: 'not',
  ...rest,
})
