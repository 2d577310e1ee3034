import fc from 'fast-check'
import { checkReplies } from '../../features/assistant/guard/after/check-replies.ts'
import { applyGuardRules } from '../../features/assistant/guard/before/apply-guard-rules.ts'
import { createGuardLog } from '../../features/assistant/guard/guard-log.ts'
import { isAwayMessage } from '../../features/assistant/guard/limits/away-message.ts'
import { LONG_GROUNDING, LONG_REPLIES, randomLongTexts } from '../../features/assistant/testing/replies/long-replies.ts'
import { parseMessages } from '../../features/assistant/understanding/parse-messages.ts'

const GENERATED_TEXT_COUNT = 500
const SEED = 20_261_122

const getCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
/** Returns the minimum of five measurements of processor time, because other work or a garbage collection can lengthen some of them. */
const measureCpuMs = (work: () => unknown): number =>
  Math.min(
    ...[1, 2, 3, 4, 5].map(() => {
      const begun = getCpuMs()
      work()
      return getCpuMs() - begun
    }),
  )

const GUARD_CONTEXT = { now: LONG_GROUNDING.now, hasUserAnswered: false, isOpen: true, asksBeforeHandOver: false }
const prepareLeadTextGuard = (text: string) => {
  const understood = parseMessages([{ content: text, type: 'text' }])
  return () => {
    isAwayMessage([text])
    applyGuardRules(understood, { guard: { kind: 'clear' }, log: createGuardLog() }, GUARD_CONTEXT)
  }
}
const prepareAnswerGuard = (text: string) => () => checkReplies([text], LONG_GROUNDING)

/**
 * Measures the guard's processor time on this thread, in milliseconds, for each of many long texts: messages of leads, answers of agents,
 * and generated texts for both.
 */
export const measureGuardTimes = () => {
  const times = (texts: readonly string[], guard: (text: string) => () => unknown) =>
    texts.map((text) => measureCpuMs(guard(text)))
  const texts = fc.sample(randomLongTexts, { numRuns: GENERATED_TEXT_COUNT, seed: SEED })
  times(LONG_REPLIES, prepareAnswerGuard)
  return {
    before: times(LONG_REPLIES, prepareLeadTextGuard),
    after: times(LONG_REPLIES, prepareAnswerGuard),
    madeUp: [...times(texts, prepareLeadTextGuard), ...times(texts, prepareAnswerGuard)],
  }
}
