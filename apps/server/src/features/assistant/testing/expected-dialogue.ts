import type { DialogueScene, LeadBurst } from './dialogue.ts'

/** Messages of the lead in one turn, with the expected result. */
export interface ExpectedTurn {
  readonly lead: LeadBurst
  /** Patterns that the answer must match. Null: no answer may be sent. */
  readonly hears?: readonly RegExp[] | null
  readonly never?: RegExp
  /** Pattern of the reason for attention. Null: the team must not be notified. */
  readonly calls?: RegExp | null
  readonly status?: RegExp
  /** Expected facts in the lead's data or the engine's memory. Undefined: the fact must be missing. */
  readonly keeps?: Readonly<Record<string, string | RegExp | undefined>>
}

export interface ExpectedDialogue {
  readonly title: string
  readonly scene: DialogueScene
  readonly turns: readonly ExpectedTurn[]
  /** Pattern of the final summary for the team. */
  readonly summary?: RegExp
}

export const WEEKDAYS_9_TO_18 = {
  persona: null,
  instructions: null,
  hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: '09:00', to: '18:00' })),
  questions: [],
  replaceQuestions: false,
  asksFor: 'auto',
} as const

export const ANA_LEAD = { name: 'Ana Lima', phone: '+5511987654321', email: 'ana@x.com' } as const
export const LIA_SDR = { name: 'Lia', type: 'SDR', company: 'Clínica Vitta' } as const
export const NINA_AURORA_POS_VENDA = { name: 'Nina', type: 'POS_VENDA', company: 'Aurora Imóveis' } as const
export const DAVI_CLOSER = { name: 'Davi', type: 'CLOSER', company: 'Clínica Vitta' } as const
