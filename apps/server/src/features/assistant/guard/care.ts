import { speak } from './log.ts'
import { reasonOf } from './reason.ts'
import type { Screen, Verdict } from './verdict.ts'

/** How a talk stands whose lead wants nothing more of the matter. */
export const NO_INTEREST = 'Sem interesse'

/** What is said beside the engine's answer: to a danger that was none, to pain, to hard news. Whoever ends the matter is asked nothing. */
export const caresBeside = (screen: Screen): Verdict | null => {
  const { understood, calmed } = screen
  const { intents, quote } = understood
  const said: string[] = []
  let reason = calmed === 'danger' ? reasonOf(`Lead diz que não é emergência: “${quote}”`) : null
  if (calmed) said.push(speak(screen, 'calmAgain'))
  if (intents.has('unwell')) {
    said.push(speak(screen, 'unwell'))
    reason = reasonOf(`Lead relata dor ou mal-estar: “${quote}”`)
  }
  if (intents.has('hardNews')) {
    said.unshift(speak(screen, 'hardNews'))
    reason ??= reasonOf(`Lead contou uma notícia difícil: “${quote}”`)
  }
  const status = intents.has('refusal') ? NO_INTEREST : null
  if (said.length === 0 && status === null) return null
  return { kind: 'goes_along', said, reason, asksNothing: intents.has('hardNews') || status !== null, status }
}
