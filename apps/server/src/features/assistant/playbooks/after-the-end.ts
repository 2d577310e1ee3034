import { isMurmur } from '../hear/business.ts'
import { saysYes } from '../hear/intents.ts'
import { tidy } from '../hear/tidy.ts'
import type { Talk } from './playbook.ts'
import { noteQuestion, reasonOf, say } from './react.ts'

interface Coda {
  readonly said: readonly string[]
  readonly question: null
  readonly reason: string | null
}

const coda = (said: readonly string[], reason: string | null = null): Coda => ({ said, question: null, reason })

/** When all is settled: small talk is met, news is passed on, and in the end silence is fine. */
export const afterTheEnd = (talk: Talk, met: readonly string[]): Coda => {
  const { heard, state } = talk
  const small = [...met]
  if (heard.intents.has('thanks')) small.push(say(talk, 'thanks'))
  else if (heard.intents.has('bye')) small.push(say(talk, 'bye'))
  if (small.length > 0) return coda(small, heard.intents.has('person') || heard.intents.has('angry') ? state.called : null)

  const asked = heard.lines.find((line) => line.isQuestion && !isMurmur(line.folded))
  if (asked) {
    const question = tidy(asked.raw, 100)
    noteQuestion(talk, question)
    return coda([say(talk, 'deferred')], reasonOf(`Lead perguntou: “${question}”`))
  }
  const words = heard.lines.filter((line) => line.isFree)
  if (words.length === 0) return coda([])
  if (words.every(({ folded }) => isMurmur(folded)) && !words.some(({ folded }) => saysYes(folded)))
    return coda(words.some(({ raw }) => raw.includes('?')) && (state.used.stillHere ?? 0) < 3 ? [say(talk, 'stillHere')] : [])
  if (heard.intents.has('greeting') && !words.some((line) => !line.intents.has('greeting')))
    return coda((state.used.stillHere ?? 0) < 3 ? [say(talk, 'stillHere')] : [])
  if (words.every((line) => saysYes(line.folded) || line.intents.has('greeting')))
    return coda((state.used.agreedEnd ?? 0) < 2 ? [say(talk, 'agreedEnd')] : [])
  return coda(
    (state.used.noted ?? 0) < 12 ? [say(talk, 'noted')] : [],
    reasonOf(`Lead escreveu depois do combinado: “${heard.quote}”`),
  )
}
