import fc from 'fast-check'
import { after } from '../features/assistant/guard/after/after.ts'
import { isAwayMessage } from '../features/assistant/guard/away.ts'
import { before } from '../features/assistant/guard/before.ts'
import { emptyLog } from '../features/assistant/guard/log.ts'
import { LONG_GROUND, madeUp, TALKS } from '../features/assistant/testing/long-talks.ts'
import { understand } from '../features/assistant/understanding/understand.ts'

const MADE_UP = 500
const SEED = 20_261_122

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
/** Returns the minimum of five measurements of processor time, because other work or a garbage collection can lengthen some of them. */
const tookMs = (work: () => unknown): number =>
  Math.min(
    ...[1, 2, 3, 4, 5].map(() => {
      const begun = cpuMs()
      work()
      return cpuMs() - begun
    }),
  )

const moment = { now: LONG_GROUND.now, personAnswered: false, isOpen: true, cares: false }
const guardBefore = (text: string) => {
  const understood = understand([{ content: text, type: 'text' }])
  return () => {
    isAwayMessage([text])
    before(understood, { guard: { kind: 'clear' }, log: emptyLog() }, moment)
  }
}
const guardAfter = (text: string) => () => after([text], LONG_GROUND)

/**
 * Measures the guard's processor time on this thread, in milliseconds, for each of many long texts: messages of leads, answers of agents,
 * and generated texts for both.
 */
export const timesOfGuard = () => {
  const times = (texts: readonly string[], guard: (text: string) => () => unknown) => texts.map((text) => tookMs(guard(text)))
  const texts = fc.sample(madeUp, { numRuns: MADE_UP, seed: SEED })
  times(TALKS, guardAfter)
  return {
    before: times(TALKS, guardBefore),
    after: times(TALKS, guardAfter),
    madeUp: [...times(texts, guardBefore), ...times(texts, guardAfter)],
  }
}
