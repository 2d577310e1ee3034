import { isMurmur } from '../hear/business.ts'
import { corrects } from '../hear/corrects.ts'
import { quotable } from '../hear/fold.ts'
import type { Line } from '../hear/hear.ts'
import { saysNo } from '../hear/intents.ts'
import { isOnlyWhen } from '../hear/when.ts'
import { cancelled } from './appointment.ts'
import { holdsPhone } from './need-topic.ts'
import { openAnswer } from './open-answer.ts'
import { DECLINED, fact, type Playbook, type Talk, type Topic, takeTurns } from './playbook.ts'
import { withoutOthers } from './rebooking.ts'

/** What a burst taught: whether anything was understood, what to say to it, and whom to call for it. */
export interface Learned {
  readonly understood: boolean
  readonly acks: ReadonlyArray<{ readonly key: string; readonly isLoud: boolean; readonly text: string }>
  readonly alerts: readonly string[]
}

const isKnown = (topic: Topic, talk: Talk): boolean =>
  talk.state.facts[topic.key] !== undefined || (topic.isKnown?.(talk) ?? false)

/** True when there is nothing left to ask about it; what is asked no more may still be told. */
const isSettled = (topic: Topic, talk: Talk): boolean => isKnown(topic, talk) || talk.state.skipped.includes(topic.key)

const MAX_NOTES = 300

/** Of the matter at hand: no date, no murmur, nothing asked besides. */
const fits = (line: Line, talk: Talk, playbook: Playbook): boolean =>
  (line.matters.length === 0 || !playbook.besides(talk)) &&
  !isMurmur(line.folded) &&
  !isOnlyWhen(line.folded, talk.input.now, talk.input.timeZone)

const BARE_NO_WORDS = 5
/** 'Não te interessa': a refusal is no wish, and anger none. */
const isNoWish = ({ raw, folded, intents }: Line): boolean =>
  holdsPhone(raw) ||
  intents.has('angry') ||
  intents.has('insult') ||
  (saysNo(folded) && folded.split(' ').length <= BARE_NO_WORDS)

/** What fits no question is added to what the lead told of the matter: nothing said is lost. */
const keepRest = (talk: Talk, playbook: Playbook): Topic | null => {
  const topic = playbook.topics.find(({ takesRest }) => takesRest)
  const said = openAnswer(
    talk.heard.lines.filter((line) => fits(line, talk, playbook) && (topic?.key !== 'need' || !isNoWish(line))),
    topic?.takesRest,
  )
  const before = talk.state.facts[topic?.key ?? '']
  // 'Dermatologista', said to the question for the name: one word is the matter.
  const isTheMatter = talk.state.pending === 'name' && topic?.key === 'need' && before === undefined
  if (!topic || !said || (said.split(' ').length < 3 && !isTheMatter)) return null
  if (before !== undefined && (before.length + said.length + 2 > MAX_NOTES || before.split('; ').length > 3)) return null
  talk.state.facts[topic.key] = before === undefined ? quotable(said) : `${before}; ${said}`
  return topic
}

const DECLINED_WAYS = ['Sem problema.', 'Tudo bem, seguimos sem isso.', 'Tranquilo.']

/** What is said to one piece of news, once all of it is known. */
const acknowledged = (talk: Talk, [topic, value]: readonly [Topic, string]): Learned['acks'] => {
  const ways = topic.ack?.(value, talk) ?? []
  const bank = value === DECLINED ? 'declined' : topic.key === 'day' ? 'ack:hour' : `ack:${topic.key}`
  return ways.length > 0 ? [{ key: topic.key, isLoud: topic.isLoud ?? false, text: takeTurns(talk, bank, ways) }] : []
}

/** What the lead puts right of what they told before; what the channel or the team knows stays. */
const putRight = (talk: Talk, playbook: Playbook): { news: Array<readonly [Topic, string]>; rest: readonly Line[] } => {
  const news: Array<readonly [Topic, string]> = []
  const lines = talk.heard.lines.filter(({ folded }) => corrects(folded))
  const used = new Set<Line>()
  for (const topic of lines.length > 0 ? playbook.topics : []) {
    const before = talk.state.facts[topic.key]
    if (!topic.corrected || before === undefined) continue
    const held = Object.entries(talk.lead).find(([key]) => key === topic.key)?.[1]
    // Somebody of the team knew better since.
    if (held !== undefined && held !== before) continue
    for (const line of lines) {
      const value = topic.read([line], talk, false)
      if (value === null || value === DECLINED || value === before) continue
      talk.state.facts[topic.key] = value
      topic.keep?.(value, talk)
      used.add(line)
      const text = topic.corrected(value, talk)
      news.push([{ ...topic, isLoud: true, ack: () => [text] }, value])
    }
  }
  return { news, rest: talk.heard.lines.filter((line) => !used.has(line)) }
}

/** Reads every topic out of the burst and keeps what it finds. */
export const learn = (talk: Talk, playbook: Playbook): Learned => {
  const { pending } = talk.state
  const { news, rest } = putRight(talk, playbook)
  const alerts: string[] = []
  let understood = news.length > 0
  for (const topic of playbook.topics) {
    if (isKnown(topic, talk) && !topic.mayChange) continue
    const value = topic.read(rest, talk, topic.key === pending)
    if (value === null || value === talk.state.facts[topic.key]) continue
    understood = true
    if (value === DECLINED) {
      talk.state.skipped.push(topic.key)
      news.push([{ ...topic, isLoud: false, ack: () => DECLINED_WAYS }, value])
      continue
    }
    talk.state.facts[topic.key] = value
    topic.keep?.(value, talk)
    news.push([topic, value])
    const alert = topic.alert?.(value, talk)
    if (alert) alerts.push(alert)
  }
  if (!understood && !talk.halfway && !talk.state.concluded) {
    const topic = keepRest(talk, playbook)
    if (topic) {
      understood = true
      news.push([topic, ''])
    }
  }
  if (talk.halfway && pending) talk.state.used[`more:${pending}`] = (talk.state.used[`more:${pending}`] ?? 0) + 1
  return { understood: understood || talk.halfway, acks: news.flatMap((one) => acknowledged(talk, one)), alerts }
}

/** What is said to the news of a turn: the loudest alone, else a date said back, else one thing, after the pleasure of a first name. */
export const acknowledgement = ({ acks }: Learned, isFirst: boolean): string[] => {
  const loud = acks.find(({ isLoud }) => isLoud)
  if (loud) return [loud.text]
  const heard = isFirst ? acks.filter(({ key }) => key !== 'name' && key !== 'company') : acks
  const date = heard.findLast(({ key }) => key === 'hour' || key === 'day')
  if (date) return [...heard.filter(({ key }) => key === 'name'), date].map(({ text }) => text)
  return heard.slice(0, heard[0]?.key === 'name' ? 2 : 1).map(({ text }) => text)
}

/** Nobody is asked the same thing a third time, but for half an answer or a date called off. */
const ASKED_AT_MOST = 2

/** Without these the team cannot go on. */
const ESSENTIAL = new Set(['name', 'need', 'details', 'phone', 'day', 'unit'])

/** The open question got something else for an answer: it may come back once, when all others are done. */
export const markInterrupted = ({ state }: Talk): void => {
  if (ESSENTIAL.has(state.pending ?? '')) state.used[`put off:${state.pending}`] = 1
}

const mayAsk = (topic: Topic, talk: Talk, isLast: boolean): boolean => {
  if (isSettled(topic, talk) || topic.applies?.(talk) === false) return false
  const again = isLast ? (talk.state.used[`put off:${topic.key}`] ?? 0) : 0
  const most = ASKED_AT_MOST + again + (talk.state.used[`more:${topic.key}`] ?? 0)
  return (talk.state.asked[topic.key] ?? 0) < Math.min(most, topic.ask(talk).length)
}

/** The next thing to ask; after a cancellation nothing but a new date. */
export const nextTopic = (talk: Talk, playbook: Playbook): Topic | null => {
  const isOpen = cancelled(talk) === null || fact(talk, 'another') === 'sim'
  const topics = isOpen
    ? withoutOthers(playbook, talk).topics
    : playbook.topics.filter(({ key }) => key === 'another' || (key === 'name' && fact(talk, 'another') !== null))
  return topics.find((topic) => mayAsk(topic, talk, false)) ?? topics.find((topic) => mayAsk(topic, talk, true)) ?? null
}

/** Asks, in words not used before for this. */
export const ask = (topic: Topic, talk: Talk): string => {
  const times = talk.state.asked[topic.key] ?? 0
  talk.state.asked[topic.key] = times + 1
  talk.state.pending = topic.key
  return topic.ask(talk)[times] ?? ''
}
