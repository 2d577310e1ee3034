import { differenceInHours } from 'date-fns/differenceInHours'
import { isMurmur } from '../understanding/business.ts'
import type { Understood } from '../understanding/understand.ts'
import { reasonFor, speak } from './log.ts'
import type { Screen, Verdict } from './verdict.ts'

const KEPT_H = 24
const STRAYS_BEFORE_A_PERSON = 2

/** Returns true for an attempt to change the agent's role, or for messages that are only off-topic: homework, poems, code, news. */
const isAstray = ({ intents, lines }: Understood): boolean => {
  if (intents.has('outside')) return true
  const said = lines.filter((line) => !isMurmur(line.folded) && !(line.intents.size === 1 && line.intents.has('greeting')))
  return said.length > 0 && said.every((line) => line.intents.has('offTopic'))
}

/** Declines off-topic messages without the team. The third one within a day gets no reply, and a user is called. */
export const strays = (screen: Screen): Verdict | null => {
  const { understood, moment } = screen
  if (!isAstray(understood)) return null
  const before = screen.log.strayed.filter((at) => differenceInHours(moment.now, at) < KEPT_H)
  screen.log = { ...screen.log, strayed: [...before, moment.now.toISOString()].slice(-STRAYS_BEFORE_A_PERSON - 1) }
  const isAwaited = screen.guard.kind === 'awaiting_person'
  if (before.length < STRAYS_BEFORE_A_PERSON)
    return { kind: 'answers', said: [speak(screen, isAwaited ? 'strayWaiting' : 'stray')], reason: null, drops: false }
  if (isAwaited) return { kind: 'answers', said: [], reason: null, drops: false }
  const reason = reasonFor(screen, 'stray')
  screen.guard = { kind: 'awaiting_person', since: moment.now.toISOString(), reason }
  return { kind: 'answers', said: [], reason, drops: true }
}
