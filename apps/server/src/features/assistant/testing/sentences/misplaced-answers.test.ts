import { describe, expect, it } from 'vitest'
import { createDialogueMemory } from '../../dialogue/dialogue-memory.ts'
import { closerPlaybook } from '../../dialogue/playbooks/closer-playbook.ts'
import { applyAgentBrief } from '../../dialogue/playbooks/playbook.ts'
import { posVendaPlaybook } from '../../dialogue/playbooks/pos-venda-playbook.ts'
import { sdrPlaybook } from '../../dialogue/playbooks/sdr-playbook.ts'
import { createGuardLog } from '../../guard/guard-log.ts'
import { decidePlaybookTurn } from '../../turn/decision/decide-playbook-turn.ts'
import type { LeadData, TurnInput } from '../../turn-input.ts'
import { normalizeText } from '../../understanding/text/normalize-text.ts'
import { BENTO_CLOSER, CLARA_SDR, FRIDAY, NINA_POS_VENDA } from '../dialogue.ts'
import { LIA_SDR } from '../expected-dialogue.ts'
import { MISPLACED_ANSWERS } from './misplaced-answers.ts'

const brief = {
  persona: null,
  instructions: null,
  hours: [],
  questions: ['Qual bairro você prefere?'],
  replaceQuestions: false,
  asksFor: 'auto',
} as const
const SCRIPTS = [
  { agent: { ...CLARA_SDR, brief }, playbook: sdrPlaybook },
  { agent: { ...LIA_SDR, brief }, playbook: sdrPlaybook },
  { agent: { ...BENTO_CLOSER, brief }, playbook: closerPlaybook },
  { agent: { ...NINA_POS_VENDA, brief }, playbook: posVendaPlaybook },
].map(({ agent, playbook }) => ({ agent, keys: applyAgentBrief(playbook, agent.brief).topics.map(({ key }) => key) }))

const UNKNOWN: LeadData = { name: null, company: null, phone: null, email: null }
const KNOWN: LeadData = { name: 'Marta Reis', company: null, phone: '+5511912345678', email: 'marta@x.com' }

const inputOf = (agent: TurnInput['agent'], pending: string, lead: LeadData, sentence: string): TurnInput => ({
  agent,
  lead,
  conversation: {
    stage: 'qualificacao',
    memory: {
      format: 3,
      guard: { kind: 'clear' },
      log: createGuardLog(),
      dialogue: { ...createDialogueMemory(), greeted: true, pending, asked: { [pending]: 1 } },
      parts: 1,
      unsent: [],
    },
    hasUserAnswered: false,
  },
  newMessages: [{ content: sentence, type: 'text' }],
  now: FRIDAY,
  timeZone: 'America/Sao_Paulo',
})

const digitsOf = (text: string): string => text.replace(/\D/g, '')
/** Returns true if a stored value comes from a sentence or its digits. */
const isMadeOf = (value: string, sentence: string): boolean => {
  const [stored, spoken] = [normalizeText(value), normalizeText(sentence)]
  if (stored.length < 2) return false
  return ` ${spoken} `.includes(` ${stored} `) || stored.includes(spoken) || (digitsOf(value) !== '' && digitsOf(sentence) !== '')
}

/** Returns the topics that a sentence filled although it does not answer them. */
const misplacedIn = (agent: TurnInput['agent'], pending: string, sentence: string, fills: readonly string[]): string[] =>
  [UNKNOWN, KNOWN].flatMap((lead) => {
    const { memory, leadPatch, summary } = decidePlaybookTurn(inputOf(agent, pending, lead, sentence))
    const stored = Object.entries({ ...memory.dialogue.facts, ...leadPatch }).filter(([key]) => key !== 'unsureName')
    const wrong = stored.filter(([key, value]) => !fills.includes(key) && typeof value === 'string' && isMadeOf(value, sentence))
    const { kind } = memory.dialogue.appointment
    return [
      ...wrong.map(([key, value]) => `${pending}: ${key} = ${value} (“${sentence}”)`),
      ...(kind === 'none' ? [] : [`${pending}: appointment ${kind} (“${sentence}”)`]),
      ...(/procura:|prazo:/i.test(summary) ? [`${pending}: ${summary}`] : []),
    ]
  })

describe.each(SCRIPTS)('an answer that is something else fills no field: $agent.type of $agent.company', ({ agent, keys }) => {
  it.each(MISPLACED_ANSWERS)('$kind', ({ fills, sentences }) => {
    expect(keys.flatMap((pending) => sentences.flatMap((sentence) => misplacedIn(agent, pending, sentence, fills)))).toEqual([])
  })
})
