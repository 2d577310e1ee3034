import type { Stage } from '@prosa/contract/entities/conversation'
import { decideTurn } from '../decide-turn.ts'
import type { LeadMessage, TurnDecision, TurnInput } from '../turn.ts'

export interface Scene {
  readonly agent: TurnInput['agent']
  readonly lead?: Partial<TurnInput['lead']>
  readonly stage?: Stage
  readonly now?: Date
  /** Turns (from 0) before which a person of the team wrote, and left the talk to the agent again. */
  readonly personBefore?: readonly number[]
}

/** What the lead sends in one turn: one text, a burst of texts, or messages of any type. */
export type Burst = string | readonly (string | LeadMessage)[]

export const AURORA = { name: 'Clara', type: 'SDR', company: 'Aurora Imóveis' } as const
export const BENTO = { name: 'Bento', type: 'CLOSER', company: 'Aurora Imóveis' } as const
export const NINA = { name: 'Nina', type: 'POS_VENDA', company: 'Clínica Vitta' } as const

/** A Friday, 14:00 in São Paulo. */
export const FRIDAY = new Date('2026-11-20T17:00:00Z')

const toMessages = (burst: Burst): LeadMessage[] =>
  (typeof burst === 'string' ? [burst] : burst).map((item) => (typeof item === 'string' ? { content: item, type: 'text' } : item))

/** Talks a whole scene through, carrying stage, state and the lead's data from turn to turn as the server does. */
export const talkThrough = (scene: Scene, bursts: readonly Burst[]): TurnDecision[] => {
  let lead: TurnInput['lead'] = { name: null, company: null, phone: null, email: null, ...scene.lead }
  let stage: string | null = scene.stage ?? null
  let state: unknown = null
  return bursts.map((burst, index) => {
    const decision = decideTurn({
      agent: scene.agent,
      lead,
      conversation: { stage, state, personAnswered: scene.personBefore?.includes(index) ?? false },
      newMessages: toMessages(burst),
      now: scene.now ?? FRIDAY,
      timeZone: 'America/Sao_Paulo',
    })
    lead = { ...lead, ...decision.leadPatch }
    stage = decision.stage
    state = JSON.parse(JSON.stringify({ ...decision.state, unsent: [] }))
    return decision
  })
}

/** The scene as a person reads it. */
export const transcript = (bursts: readonly Burst[], decisions: readonly TurnDecision[]): string =>
  decisions
    .map((decision, index) => {
      const said = toMessages(bursts[index] ?? '').map(
        (message) => `  L: ${message.type === 'text' ? message.content : `[${message.type}]`}`,
      )
      const notes = `     (${decision.stage} · ${decision.statusMessage}${decision.attention ? ` · ATENÇÃO ${decision.attention.reason}` : ''})`
      return [...said, ...decision.replies.map((reply) => `  A: ${reply}`), notes].join('\n')
    })
    .concat(`  RESUMO: ${decisions.at(-1)?.summary ?? ''}`)
    .join('\n')
