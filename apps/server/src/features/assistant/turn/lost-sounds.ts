import type { Draft, LeadMessage, TurnInput } from '../decision.ts'
import { stopped } from '../decision.ts'
import ANY from '../dialogue/phrases/any.json' with { type: 'json' }
import TEAM from '../dialogue/phrases/team.json' with { type: 'json' }
import { reasonOf } from '../guard/log.ts'
import type { Screening } from '../guard/verdict.ts'

const WORDS: Readonly<Record<string, string | undefined>> = {
  audio_lost: ANY['media:audio_lost'][0],
  audio_empty: ANY['media:audio_empty'][0],
}
/** Without the question after it. */
const statement = (words: string): string => words.slice(0, words.indexOf('.') + 1)

/** What is owned up to of sounds that were not heard, each once; while a person is awaited nothing is asked (GUARD-15). */
export const lostWords = (messages: readonly LeadMessage[], isAwaited: boolean): string[] =>
  [...new Set(messages.map(({ type }) => type))]
    .flatMap((type) => WORDS[type] ?? [])
    .map((words) => (isAwaited ? statement(words) : words))

/** The answer to a burst of nothing but sounds that were not heard, whichever engine the agent has (HEAR-03); null for any other. */
export function onlyLostSounds({ input, screening }: { input: TurnInput; screening: Screening }): Draft | null {
  const { newMessages } = input
  if (newMessages.length === 0 || !newMessages.every(({ type }) => type in WORDS)) return null
  const isLost = newMessages.some(({ type }) => type === 'audio_lost')
  const reason = isLost ? reasonOf(TEAM.reasons.media.replace('{kinds}', TEAM.media.audio)) : null
  return stopped(input, [lostWords(newMessages, screening.isAwaited).join(' ')], { reason })
}

/** Replies in which the written engine owned up to it while a person is awaited: nothing is asked in them either. */
export const withoutAsking = (replies: readonly string[], { isAwaited }: Screening): readonly string[] =>
  isAwaited
    ? replies.map((reply) =>
        Object.values(WORDS).reduce<string>((left, words = '') => left.replace(words, statement(words)), reply),
      )
    : replies
