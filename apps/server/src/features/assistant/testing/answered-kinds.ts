import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TurnDecision } from '../turn/memory.ts'
import { AURORA, BENTO, NINA, talkThrough } from './dialogue.ts'

const AGENTS = { sdr: AURORA, closer: BENTO, pos: NINA }
type AgentName = keyof typeof AGENTS

/** Messages before the sentence, by name and agent: none, a greeting, or a conversation up to the offer of a meeting. */
const BEFORE: Readonly<Record<string, Partial<Record<AgentName, readonly string[]>>>> = {
  '-': { sdr: [], closer: [], pos: [] },
  first: { sdr: ['oi'], closer: ['oi'], pos: ['oi'] },
  offer: {
    sdr: ['oi', 'Ana Paula', 'quero alugar um apartamento de 2 quartos', 'pra mim', 'até 3 mil', 'mês que vem'],
    closer: ['oi', 'Ana Paula', 'sim, já olhei', 'quero entender melhor o prazo de entrega'],
  },
}

const EMERGENCY_NUMBER = /\b(?:19[0-3]|18[08]|100)\b/
const said = ({ replies }: TurnDecision): string => replies.join('\n')
const reasonOf = ({ attention }: TurnDecision): string => attention?.reason ?? ''
const asks = (decision: TurnDecision): boolean => said(decision).includes('?')
const isUrgent = (decision: TurnDecision): boolean => reasonOf(decision).startsWith('URGENTE')
const isOver = ({ statusMessage }: TurnDecision): boolean => /^(?:Sem interesse|Recusou a proposta)$/.test(statusMessage)
const isOffended = (decision: TurnDecision): boolean => /irritado|insatisfeito/.test(reasonOf(decision))
const isDeclined = (decision: TurnDecision): boolean => /foge do que eu faço|não consigo fazer por aqui/.test(said(decision))
const asksWhoItIs = (decision: TurnDecision): boolean => /se chama\?|te chamar\?|primeiro nome|telefone/.test(said(decision))

/** Returns whether a sentence of each kind was answered correctly. */
const VERDICTS: Readonly<Record<string, (decision: TurnDecision, agent: AgentName, before: string) => boolean>> = {
  // The after-sales agent may ask an angry lead what happened, but nothing else.
  quiet: (decision, agent) => !asks(decision) || (agent === 'pos' && !asksWhoItIs(decision)),
  asks,
  refusal: (decision) => isOver(decision) && !asks(decision),
  not_refusal: (decision) => !isOver(decision),
  ends: (decision) => !asks(decision),
  not_ends: (decision, _agent, before) => !isOver(decision) && (before !== 'offer' || asks(decision)),
  on_topic: (decision) => !isDeclined(decision),
  off_topic: isDeclined,
  insult: isOffended,
  not_insult: (decision) => !isOffended(decision),
  danger: (decision) => isUrgent(decision) && EMERGENCY_NUMBER.test(said(decision)),
  safe: (decision) => !isUrgent(decision) && !EMERGENCY_NUMBER.test(said(decision)),
  emergency: (decision) => isUrgent(decision) && /\b192\b/.test(said(decision)),
  no_emergency: (decision) => !isUrgent(decision),
}

/** Result of a kind: number of sentences that every agent type answered correctly, total, and the sentences with a wrong answer. */
interface AnsweredKind {
  readonly kind: string
  readonly right: number
  readonly of: number
  readonly wrong: readonly string[]
}

/**
 * Answers each sentence of a file with every agent type. Lines are `kind TAB expected TAB before TAB sentence`; '||' separates messages.
 */
export const answerKinds = (file: string): AnsweredKind[] => {
  const rows = readFileSync(join(import.meta.dirname, 'by-kind', file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
  const isRight = ([, expected = '', before = '', sentence = '']: readonly string[]): boolean =>
    Object.entries(BEFORE[before] ?? {}).every(([name, messages]) => {
      const agent = name as AgentName
      const scene = { agent: AGENTS[agent], lead: { phone: '+5511987654321' } }
      const decision = talkThrough(scene, [...messages, ...sentence.split(' || ')]).at(-1)
      return decision !== undefined && (VERDICTS[expected]?.(decision, agent, before) ?? false)
    })
  const answered = rows.map((row) => ({ kind: `${row[0]} ${row[1]}`, sentence: row[3] ?? '', isRight: isRight(row) }))
  return [...new Set(answered.map(({ kind }) => kind))].map((kind) => {
    const ofKind = answered.filter((each) => each.kind === kind)
    const wrong = ofKind.filter((each) => !each.isRight).map(({ sentence }) => sentence)
    return { kind, right: ofKind.length - wrong.length, of: ofKind.length, wrong }
  })
}
