import { DANGER_SIGNS, type DangerSign } from '../../../kernel/guard-memory.ts'
import { speak, timesSaid } from './log.ts'
import { reasonOf } from './reason.ts'
import type { Screen, Verdict } from './verdict.ts'

const REASONS: Readonly<Record<DangerSign, string>> = {
  childAtRisk: 'URGENTE: criança ou adolescente em risco',
  partnerViolence: 'URGENTE: lead relata violência doméstica ou sexual',
  violence: 'URGENTE: lead relata violência ou ameaça',
  despair: 'URGENTE: lead em sofrimento, falar agora',
  emergency: 'URGENTE: lead relata emergência',
  fire: 'URGENTE: lead relata gás, fogo ou choque',
}

const answers = (said: readonly string[], reason: string): Verdict => ({ kind: 'answers', said, reason, drops: true })

/**
 * Life is in danger: help by its number, no question, and no selling afterwards. Of several dangers the first of the list counts;
 * where a partner's violence reaches a child, help for both is named.
 */
export const inDanger = (screen: Screen): Verdict | null => {
  const { understood, moment, calmed } = screen
  const sign = calmed === 'danger' ? undefined : DANGER_SIGNS.find((danger) => understood.intents.has(danger))
  if (sign === undefined) return null
  screen.guard = { kind: 'danger', sign, since: moment.now.toISOString() }
  const both = sign === 'childAtRisk' && understood.intents.has('partnerViolence')
  return answers([speak(screen, both ? 'partnerAndChild' : sign)], reasonOf(`${REASONS[sign]}: “${understood.quote}”`))
}

const BY_HANDS: ReadonlySet<DangerSign> = new Set<DangerSign>(['childAtRisk', 'partnerViolence', 'violence'])
const WAIT_SAID_AT_MOST = 3

/** Whoever was in danger is not sold to: every further message calls again. */
export const stillInDanger = (screen: Screen): Verdict | null => {
  const { guard, understood } = screen
  if (guard.kind !== 'danger') return null
  const asksForPerson = understood.intents.has('person')
  const reason = reasonOf(`URGENTE: lead ${asksForPerson ? 'pede uma pessoa' : 'escreveu de novo'}: “${understood.quote}”`)
  if (asksForPerson) return answers([speak(screen, 'personComing')], reason)
  const phrase = BY_HANDS.has(guard.sign) ? 'urgentWaitUnsafe' : 'urgentWait'
  return answers(timesSaid(screen, phrase) < WAIT_SAID_AT_MOST ? [speak(screen, phrase)] : [], reason)
}
