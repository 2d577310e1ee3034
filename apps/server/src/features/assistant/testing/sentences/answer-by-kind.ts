import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TurnDecision } from '../../turn/decision/turn-decision.ts'
import { BENTO_CLOSER, CLARA_SDR, NINA_POS_VENDA, runDialogue } from '../dialogue.ts'

const TEST_AGENTS = { sdr: CLARA_SDR, closer: BENTO_CLOSER, pos: NINA_POS_VENDA }
type AgentName = keyof typeof TEST_AGENTS

/** Messages before the tested sentence, by name and agent: none, a greeting, or a conversation up to the offer of a meeting. */
const EARLIER_MESSAGES: Readonly<Record<string, Partial<Record<AgentName, readonly string[]>>>> = {
  '-': { sdr: [], closer: [], pos: [] },
  first: { sdr: ['oi'], closer: ['oi'], pos: ['oi'] },
  offer: {
    sdr: ['oi', 'Ana Paula', 'quero alugar um apartamento de 2 quartos', 'pra mim', 'até 3 mil', 'mês que vem'],
    closer: ['oi', 'Ana Paula', 'sim, já olhei', 'quero entender melhor o prazo de entrega'],
  },
}

const EMERGENCY_NUMBER = /\b(?:19[0-3]|18[08]|100)\b/
const getReplyText = ({ replies }: TurnDecision): string => replies.join('\n')
const getAttentionReason = ({ attention }: TurnDecision): string => attention?.reason ?? ''
const asksQuestion = (decision: TurnDecision): boolean => getReplyText(decision).includes('?')
const isUrgent = (decision: TurnDecision): boolean => getAttentionReason(decision).startsWith('URGENTE')
const isConcluded = ({ statusMessage }: TurnDecision): boolean => /^(?:Sem interesse|Recusou a proposta)$/.test(statusMessage)
const isOffended = (decision: TurnDecision): boolean => /irritado|insatisfeito/.test(getAttentionReason(decision))
const isDeclined = (decision: TurnDecision): boolean =>
  /foge do que eu faço|não consigo fazer por aqui/.test(getReplyText(decision))
const asksWhoItIs = (decision: TurnDecision): boolean =>
  /se chama\?|te chamar\?|primeiro nome|telefone/.test(getReplyText(decision))

/** Returns true if a sentence of the kind was answered correctly. */
const KIND_CHECKS: Readonly<Record<string, (decision: TurnDecision, agent: AgentName, before: string) => boolean>> = {
  // The after-sales agent may ask an angry lead what happened, but no other question.
  quiet: (decision, agent) => !asksQuestion(decision) || (agent === 'pos' && !asksWhoItIs(decision)),
  asks: asksQuestion,
  refusal: (decision) => isConcluded(decision) && !asksQuestion(decision),
  not_refusal: (decision) => !isConcluded(decision),
  ends: (decision) => !asksQuestion(decision),
  not_ends: (decision, _agent, before) => !isConcluded(decision) && (before !== 'offer' || asksQuestion(decision)),
  on_topic: (decision) => !isDeclined(decision),
  off_topic: isDeclined,
  insult: isOffended,
  not_insult: (decision) => !isOffended(decision),
  danger: (decision) => isUrgent(decision) && EMERGENCY_NUMBER.test(getReplyText(decision)),
  safe: (decision) => !isUrgent(decision) && !EMERGENCY_NUMBER.test(getReplyText(decision)),
  emergency: (decision) => isUrgent(decision) && /\b192\b/.test(getReplyText(decision)),
  no_emergency: (decision) => !isUrgent(decision),
}

/** Result of one kind. `right`: sentences that every agent type answered correctly; `of`: total; `wrong`: the others. */
interface KindResult {
  readonly kind: string
  readonly right: number
  readonly of: number
  readonly wrong: readonly string[]
}

/** Answers each sentence of a file with every agent type. Lines: `kind TAB expected TAB before TAB sentence`; '||' separates messages. */
export const answerByKind = (file: string): KindResult[] => {
  const rows = readFileSync(join(import.meta.dirname, 'by-kind', file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
  const isRight = ([, expected = '', before = '', sentence = '']: readonly string[]): boolean =>
    Object.entries(EARLIER_MESSAGES[before] ?? {}).every(([name, messages]) => {
      const agent = name as AgentName
      const scene = { agent: TEST_AGENTS[agent], lead: { phone: '+5511987654321' } }
      const decision = runDialogue(scene, [...messages, ...sentence.split(' || ')]).at(-1)
      return decision !== undefined && (KIND_CHECKS[expected]?.(decision, agent, before) ?? false)
    })
  const answered = rows.map((row) => ({ kind: `${row[0]} ${row[1]}`, sentence: row[3] ?? '', isRight: isRight(row) }))
  return [...new Set(answered.map(({ kind }) => kind))].map((kind) => {
    const ofKind = answered.filter((each) => each.kind === kind)
    const wrong = ofKind.filter((each) => !each.isRight).map(({ sentence }) => sentence)
    return { kind, right: ofKind.length - wrong.length, of: ofKind.length, wrong }
  })
}
