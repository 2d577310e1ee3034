import type { Burst, Scene } from './dialogue.ts'

/** One turn of a lead, and what may and may not come of it. */
export interface Told {
  readonly lead: Burst
  /** All of these stand in the answer; `null`: silence is the answer. */
  readonly hears?: readonly RegExp[] | null
  /** None of these does. */
  readonly never?: RegExp
  /** Why a person is called; `null`: nobody is. */
  readonly calls?: RegExp | null
  readonly status?: RegExp
  /** What is kept of it, in the lead's data or in the playbook's memory. */
  readonly keeps?: Readonly<Record<string, string | RegExp | undefined>>
}

export interface ToldDialogue {
  readonly title: string
  readonly scene: Scene
  readonly turns: readonly Told[]
  /** What staff read in the end. */
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

export const ANA = { name: 'Ana Lima', phone: '+5511987654321', email: 'ana@x.com' } as const
export const LIA = { name: 'Lia', type: 'SDR', company: 'Clínica Vitta' } as const
export const NINA_AURORA = { name: 'Nina', type: 'POS_VENDA', company: 'Aurora Imóveis' } as const
export const DAVI = { name: 'Davi', type: 'CLOSER', company: 'Clínica Vitta' } as const
