import type { Stage } from '@prosa/contract/entities/conversations/conversation'
import { getAppointmentDate, getCancelledAppointment } from '../dialogue/appointments/appointment-state.ts'
import { decidePlaybookTurn } from '../turn/decision/decide-playbook-turn.ts'
import type { TurnDecision } from '../turn/decision/turn-decision.ts'
import type { LeadMessage, TurnInput } from '../turn-input.ts'

export interface DialogueScene {
  readonly agent: TurnInput['agent']
  readonly lead?: Partial<TurnInput['lead']>
  readonly stage?: Stage
  readonly now?: Date
  /** Indexes (from 0) of the turns before which a user of the team wrote. */
  readonly personBefore?: readonly number[]
}

/** The lead's messages in one turn. A text stands for a text message. */
export type LeadBurst = string | readonly (string | LeadMessage)[]

/** A complete conversation and its expected end. */
export interface Dialogue {
  readonly title: string
  readonly scene: DialogueScene
  readonly bursts: readonly LeadBurst[]
  readonly ends: { readonly stage: Stage; readonly status: RegExp; readonly summary: RegExp; readonly attention: boolean }
}

export const CLARA_SDR = { name: 'Clara', type: 'SDR', company: 'Aurora Imóveis' } as const
export const BENTO_CLOSER = { name: 'Bento', type: 'CLOSER', company: 'Aurora Imóveis' } as const
export const NINA_POS_VENDA = { name: 'Nina', type: 'POS_VENDA', company: 'Clínica Vitta' } as const

/** A Friday, 14:00 in São Paulo. */
export const FRIDAY = new Date('2026-11-20T17:00:00Z')

const toMessages = (burst: LeadBurst): LeadMessage[] =>
  (typeof burst === 'string' ? [burst] : burst).map((item) => (typeof item === 'string' ? { content: item, type: 'text' } : item))

/** Runs all turns and passes stage, memory and lead data on, as the server does. */
export const runTurns = (scene: DialogueScene, bursts: readonly LeadBurst[]): { input: TurnInput; decision: TurnDecision }[] => {
  let lead: TurnInput['lead'] = { name: null, company: null, phone: null, email: null, ...scene.lead }
  let stage: string | null = scene.stage ?? null
  let memory: unknown = null
  return bursts.map((burst, index) => {
    const input: TurnInput = {
      agent: scene.agent,
      lead,
      conversation: { stage, memory, hasUserAnswered: scene.personBefore?.includes(index) ?? false },
      newMessages: toMessages(burst),
      now: scene.now ?? FRIDAY,
      timeZone: 'America/Sao_Paulo',
    }
    const decision = decidePlaybookTurn(input)
    lead = { ...lead, ...decision.leadPatch }
    stage = decision.stage
    memory = JSON.parse(JSON.stringify({ ...decision.memory, unsent: [] }))
    return { input, decision }
  })
}

export const runDialogue = (scene: DialogueScene, bursts: readonly LeadBurst[]): TurnDecision[] =>
  runTurns(scene, bursts).map(({ decision }) => decision)

/** Returns the facts in the playbook engine's memory, with the appointment. */
export const getDialogueFacts = ({ dialogue }: TurnDecision['memory']): Readonly<Record<string, string | undefined>> => ({
  ...dialogue.facts,
  ...getAppointmentDate({ memory: dialogue }),
  cancelled: getCancelledAppointment({ memory: dialogue }) ?? undefined,
})

export const formatTranscript = (bursts: readonly LeadBurst[], decisions: readonly TurnDecision[]): string =>
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
