import { saysNo, saysYes } from '../understanding/intents.ts'
import { speak, timesSaid } from './log.ts'
import { reasonOf } from './reason.ts'
import type { Screen, Verdict } from './verdict.ts'

/** After the farewell: silence, until the lead comes back with something to say. */
export const staysSilent = ({ guard }: Screen): Verdict | null =>
  guard.kind === 'stopped' ? { kind: 'answers', said: [], reason: null, drops: false } : null

/** A wish not to be written to, or a yes to 'quer que eu pare de te escrever?': one farewell. */
export const wantsToStop = (screen: Screen): Verdict | null => {
  const { understood } = screen
  const wasAsked = screen.guard.kind === 'asked_whether_to_stop'
  if (wasAsked) screen.guard = { kind: 'clear' }
  const confirms = wasAsked && understood.lines.some(({ folded }) => saysYes(folded))
  if (!understood.intents.has('stop') && !confirms) {
    if (wasAsked && understood.lines.some(({ folded }) => saysNo(folded))) screen.calmed = 'question'
    return null
  }
  screen.guard = { kind: 'stopped' }
  const reason = reasonOf(
    `Lead pediu para não receber mais mensagens${understood.intents.has('stop') ? `: “${understood.quote}”` : ''}`,
  )
  return { kind: 'answers', said: [speak(screen, 'stop')], reason, drops: true }
}

/** Perhaps the lead wants to be left alone: asked once, and never while a person is awaited. */
export const asksWhetherToStop = (screen: Screen): Verdict | null => {
  const { understood, guard } = screen
  if (!understood.intents.has('mayStop') || guard.kind !== 'clear' || timesSaid(screen, 'mayStop') > 0) return null
  screen.guard = { kind: 'asked_whether_to_stop' }
  const reason = reasonOf(`Lead talvez não queira mais mensagens: “${understood.quote}”`)
  return { kind: 'answers', said: [speak(screen, 'mayStop')], reason, drops: true }
}
