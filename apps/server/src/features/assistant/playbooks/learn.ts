import { quotable } from '../hear/fold.ts'
import { openAnswer } from './open-answer.ts'
import { DECLINED, type Playbook, type Talk, type Topic, takeTurns } from './playbook.ts'

/** What a burst taught: whether anything was understood, what to say to it, and whom to call for it. */
export interface Learned {
  readonly understood: boolean
  readonly acks: ReadonlyArray<{ readonly key: string; readonly isLoud: boolean; readonly text: string }>
  readonly alerts: readonly string[]
}

/** True when there is nothing left to ask about it. */
const isSettled = (topic: Topic, talk: Talk): boolean =>
  talk.state.facts[topic.key] !== undefined || talk.state.skipped.includes(topic.key) || (topic.isKnown?.(talk) ?? false)

const MAX_NOTES = 300

/** What fits no question is added to what the lead told of the matter: nothing said is lost. */
const keepRest = (talk: Talk, playbook: Playbook): Topic | null => {
  const topic = playbook.topics.find(({ takesRest }) => takesRest)
  const said = openAnswer(talk.heard.lines)
  if (!topic || !said || said.split(' ').length < 3) return null
  const before = talk.state.facts[topic.key]
  if (before !== undefined && (before.length + said.length + 2 > MAX_NOTES || before.split('; ').length > 3)) return null
  talk.state.facts[topic.key] = before === undefined ? quotable(said) : `${before}; ${said}`
  return topic
}

/** Reads every topic out of the burst and keeps what it finds. */
export const learn = (talk: Talk, playbook: Playbook): Learned => {
  const { pending } = talk.state
  const acks: Learned['acks'][number][] = []
  const alerts: string[] = []
  let understood = false
  const acknowledge = (topic: Topic, value: string) => {
    const ways = topic.ack?.(value, talk) ?? []
    if (ways.length > 0)
      acks.push({ key: topic.key, isLoud: topic.isLoud ?? false, text: takeTurns(talk, `ack:${topic.key}`, ways) })
  }
  for (const topic of playbook.topics) {
    if (isSettled(topic, talk) && !topic.mayChange) continue
    const value = topic.read(talk.heard.lines, talk, topic.key === pending)
    if (value === null || value === talk.state.facts[topic.key]) continue
    understood = true
    if (value === DECLINED) {
      talk.state.skipped.push(topic.key)
      acks.push({
        key: topic.key,
        isLoud: false,
        text: takeTurns(talk, 'declined', ['Sem problema.', 'Tudo bem, seguimos sem isso.', 'Tranquilo.']),
      })
      continue
    }
    talk.state.facts[topic.key] = value
    topic.keep?.(value, talk)
    acknowledge(topic, value)
    const alert = topic.alert?.(value, talk)
    if (alert) alerts.push(alert)
  }
  if (!understood && !talk.halfway && !talk.state.concluded) {
    const topic = keepRest(talk, playbook)
    if (topic) {
      understood = true
      acknowledge(topic, '')
    }
  }
  return { understood: understood || talk.halfway, acks, alerts }
}

/** What is said to the news of a turn: the loudest alone, else one thing, after the pleasure of a first name. */
export const acknowledgement = ({ acks }: Learned, isFirst: boolean): string[] => {
  const loud = acks.find(({ isLoud }) => isLoud)
  if (loud) return [loud.text]
  const heard = isFirst ? acks.filter(({ key }) => key !== 'name' && key !== 'company') : acks
  return heard.slice(0, heard[0]?.key === 'name' ? 2 : 1).map(({ text }) => text)
}

/** The next thing to ask; a topic asked in every way it knows is left alone. */
export const nextTopic = (talk: Talk, playbook: Playbook): Topic | null =>
  playbook.topics.find((topic) => {
    if (isSettled(topic, talk) || topic.applies?.(talk) === false) return false
    return (talk.state.asked[topic.key] ?? 0) < topic.ask(talk).length
  }) ?? null

/** Asks, in words not used before for this. */
export const ask = (topic: Topic, talk: Talk): string => {
  const times = talk.state.asked[topic.key] ?? 0
  talk.state.asked[topic.key] = times + 1
  talk.state.pending = topic.key
  return topic.ask(talk)[times] ?? ''
}
