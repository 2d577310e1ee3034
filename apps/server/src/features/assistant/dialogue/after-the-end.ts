import { isMurmur } from '../understanding/business.ts'
import { saysYes } from '../understanding/intents.ts'
import type { Line } from '../understanding/understand.ts'
import { defer, type Met } from './react.ts'
import { because, say, sayAtMost, type Talk } from './talk.ts'

const isGreeting = ({ intents }: Line): boolean => intents.has('greeting')
const nothing = (said: string[] = []): Met => ({ said, reason: null })

/** When all is settled: small talk is met, news is passed on, and in the end silence is fine. */
export const afterTheEnd = (talk: Talk, met: readonly string[]): Met => {
  const { lines, intents } = talk.understood
  const polite = (['thanks', 'bye'] as const).find((intent) => intents.has(intent))
  const small = [...met, ...(polite ? [say(talk, polite)] : [])]
  if (small.length > 0) return { said: small, reason: intents.has('person') || intents.has('angry') ? talk.memory.called : null }

  const asked = lines.find((line) => line.isQuestion && !isMurmur(line.folded))
  if (asked) return defer(talk, asked)
  const words = lines.filter((line) => line.isFree)
  if (words.length === 0) return nothing()
  const murmurs = words.every(({ folded }) => isMurmur(folded) && !saysYes(folded))
  if (murmurs && !words.some(({ raw }) => raw.includes('?'))) return nothing()
  if (murmurs || words.every(isGreeting)) return nothing(sayAtMost(3, talk, 'stillHere'))
  if (words.every((line) => saysYes(line.folded) || isGreeting(line))) return nothing(sayAtMost(2, talk, 'agreedEnd'))
  return { said: sayAtMost(12, talk, 'noted'), reason: because(talk, 'afterTheEnd') }
}
