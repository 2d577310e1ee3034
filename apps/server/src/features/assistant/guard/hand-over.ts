import type { Intent } from '../understanding/intents.ts'
import { type GuardPhrase, speak, timesSaid } from './log.ts'
import { reasonOf } from './reason.ts'
import type { Screen, Verdict } from './verdict.ts'

const RULES: ReadonlyArray<readonly [Intent, GuardPhrase, string]> = [
  ['privacy', 'privacy', 'LGPD: lead pede exclusão ou acerto dos próprios dados'],
  ['leak', 'leak', 'URGENTE: vazamento'],
  ['person', 'personComing', 'Lead pediu para falar com uma pessoa'],
  ['insult', 'insult', 'Lead muito irritado'],
  ['angry', 'angry', 'Lead insatisfeito'],
]

const VOICES_AT_MOST = 1

/** A person takes over from here. */
const give = (screen: Screen, rule: string, reply: string, reason: string): Verdict => {
  const since = screen.guard.kind === 'awaiting_person' ? screen.guard.since : screen.moment.now.toISOString()
  screen.guard = { kind: 'awaiting_person', since, reason }
  const isAway = !screen.moment.isOpen && rule !== 'leak'
  return { kind: 'hands_over', rule, said: [reply, ...(isAway ? [speak(screen, 'afterHours')] : [])], reason }
}

/** What is asked of a person: one's own data, a human being; and what no machine should answer alone: anger, insults, water in the house. */
export const handsOver = (screen: Screen): Verdict | null => {
  const { understood, moment, guard } = screen
  const found = RULES.find(([intent]) => understood.intents.has(intent))
  if (!found) return onlySpeaks(screen)
  const [rule, phrase, why] = found
  const reason = reasonOf(`${why}: “${understood.quote}”`)
  const reply = speak(screen, phrase)
  const isCaredFor = moment.cares && (rule === 'leak' || (rule === 'angry' && timesSaid(screen, 'angry') <= 1))
  return isCaredFor && guard.kind !== 'awaiting_person'
    ? { kind: 'goes_first', rule, said: reply, reason }
    : give(screen, rule, reply, reason)
}

/** The second voice message in a row and no word written: somebody has to listen. */
const onlySpeaks = (screen: Screen): Verdict | null => {
  const { understood } = screen
  const isVoice = understood.lines.length === 0 && understood.media.includes('audio')
  screen.log = { ...screen.log, voices: isVoice ? screen.log.voices + 1 : 0 }
  return screen.log.voices > VOICES_AT_MOST
    ? give(screen, 'person', speak(screen, 'voiceToPerson'), 'Lead só manda áudio: ouvir e responder')
    : null
}
