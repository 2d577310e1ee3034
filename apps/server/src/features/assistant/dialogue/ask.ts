import { hasAnswer, topicsNow } from './learn.ts'
import type { Playbook } from './playbook.ts'
import { cancelled } from './standing.ts'
import { fact, type Talk, tell, timesUsed } from './talk.ts'
import type { Topic } from './topic.ts'
import { waysTo } from './words.ts'

/** Nobody is asked the same thing a third time, but for half an answer or a date called off. */
const ASKED_AT_MOST = 2

/** Without these the team cannot go on. */
const ESSENTIAL = new Set(['name', 'need', 'details', 'phone', 'day', 'unit'])

/** The open question got something else for an answer: it may come back once, when all others are done. */
export const markInterrupted = ({ memory }: Talk): void => {
  if (ESSENTIAL.has(memory.pending ?? '')) memory.used[`put off:${memory.pending}`] = 1
}

const waysToAsk = (topic: Topic, talk: Talk): string[] =>
  (topic.asks?.(talk) ?? ['']).flatMap((of) => waysTo(topic.words, 'ask', of))
const timesAsked = ({ key }: Topic, { memory }: Talk): number => memory.asked[key] ?? 0

/** What is known, or was left, is asked no more; it may still be told. */
const mayAsk = (topic: Topic, talk: Talk, isLast: boolean): boolean => {
  const { key } = topic
  if (hasAnswer(topic, talk) || talk.memory.skipped.includes(key) || topic.applies?.(talk) === false) return false
  const most = ASKED_AT_MOST + timesUsed(talk, `more:${key}`) + (isLast ? timesUsed(talk, `put off:${key}`) : 0)
  return timesAsked(topic, talk) < Math.min(most, waysToAsk(topic, talk).length)
}

/** The next thing to ask; after a cancellation nothing but a new date. */
export const nextTopic = (talk: Talk, playbook: Playbook): Topic | null => {
  const isOpen = cancelled(talk) === null || fact(talk, 'another') === 'sim'
  const topics = isOpen
    ? topicsNow(playbook, talk)
    : playbook.topics.filter(({ key }) => key === 'another' || (key === 'name' && fact(talk, 'another') !== null))
  return [false, true].flatMap((isLast) => topics.find((topic) => mayAsk(topic, talk, isLast)) ?? [])[0] ?? null
}

/** Asks, in words not used before for this. */
export const ask = (topic: Topic, talk: Talk): string => {
  const times = timesAsked(topic, talk)
  talk.memory.asked[topic.key] = times + 1
  talk.memory.pending = topic.key
  return tell(talk, waysToAsk(topic, talk)[times] ?? '', topic.values?.(talk))
}
