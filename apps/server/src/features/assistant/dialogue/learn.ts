import { isMurmur } from '../understanding/business.ts'
import { isOnlyContact } from '../understanding/contact.ts'
import { quotable } from '../understanding/fold.ts'
import { saysNo } from '../understanding/intents.ts'
import { isOfOurs } from '../understanding/of-ours.ts'
import type { Line } from '../understanding/understand.ts'
import { amends } from '../understanding/wishes.ts'
import { holdsPhone } from './contact-topics.ts'
import { isBareDate } from './dates.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import type { Playbook } from './playbook.ts'
import { isMoving } from './standing.ts'
import { countUse, fact, isCalled, type Talk, takeTurns, tell, waysTo } from './talk.ts'
import { burstOf, DECLINED, openAnswer, readTopic, type Topic } from './topic.ts'

/** Facts learned from a burst of messages: whether there were any, acknowledgements for the reply, and reasons to notify the team. */
export interface Learned {
  readonly isUnderstood: boolean
  readonly acks: ReadonlyArray<{ readonly key: string; readonly isLoud: boolean; readonly text: string }>
  readonly alerts: readonly string[]
}

interface News {
  readonly topic: Topic
  readonly value: string
  readonly isCorrected?: boolean
}

const keptOf = (topic: Topic, talk: Talk): string | undefined => (topic.kept ? topic.kept(talk) : talk.memory.facts[topic.key])
export const hasAnswer = (topic: Topic, talk: Talk): boolean =>
  keptOf(topic, talk) !== undefined || (topic.isKnown?.(talk) ?? false)

/** Topics that are asked while an appointment made elsewhere is rescheduled. */
const MOVING_TOPICS: ReadonlySet<string> = new Set(['name', 'day', 'hour', 'phone', 'email'])
export const isAsideFromMoving = ({ key }: Topic): boolean => !MOVING_TOPICS.has(key)
export const topicsNow = ({ topics }: Playbook, talk: Talk): readonly Topic[] =>
  isMoving(talk) ? topics.filter((topic) => !isAsideFromMoving(topic)) : topics

/** Topics for which a line that contains only a name, a phone number or an e-mail address is read. */
const CONTACT_TOPICS: ReadonlySet<string> = new Set(['name', 'phone', 'email'])

const MAX_NOTES = 300
const BARE_NO_WORDS = 5

/**
 * Whether a line describes the lead's need: not a date, filler, contact data or another matter, and recognised as belonging to the agent's
 * field. If a user of the team was called or a subject is stored, recognition is not required.
 */
const fits = (line: Line, talk: Talk, playbook: Playbook): boolean =>
  (line.matters.length === 0 || !playbook.besides(talk)) &&
  !isMurmur(line.folded) &&
  !isOnlyContact(line.raw) &&
  !isBareDate(line, talk) &&
  (isCalled(talk) || fact(talk, 'subject') !== null || isOfOurs(line, talk.input.agent))

/** Whether a line cannot be a need: contact data, anger, an insult, or a short refusal such as 'Não te interessa'. */
const isNoWish = ({ raw, folded, intents }: Line): boolean =>
  holdsPhone(raw) ||
  intents.has('angry') ||
  intents.has('insult') ||
  (saysNo(folded) && folded.split(' ').length <= BARE_NO_WORDS)

/**
 * Appends text that answers no topic to the description of the lead's need, so that nothing is lost. Returns the news, or an empty list if
 * nothing was added.
 */
const keepRest = (talk: Talk, playbook: Playbook): News[] => {
  const { facts, pending } = talk.memory
  const topic = playbook.topics.find(({ takesRest }) => takesRest)
  if (!topic) return []
  const isNeed = topic.key === 'need'
  const said = openAnswer(
    talk.understood.lines.filter((line) => fits(line, talk, playbook) && !(isNeed && isNoWish(line))),
    topic.takesRest,
  )
  const before = facts[topic.key]
  // 'Dermatologista' as an answer to the question for the name: a single word counts as the need.
  const isTheMatter = pending === 'name' && isNeed && before === undefined
  if (!said || (said.split(' ').length < 3 && !isTheMatter)) return []
  if (before !== undefined && (before.length + said.length + 2 > MAX_NOTES || before.split('; ').length > 3)) return []
  facts[topic.key] = before === undefined ? quotable(said) : `${before}; ${said}`
  return [{ topic, value: '' }]
}

const take = (topic: Topic, value: string, talk: Talk): void => {
  if (!topic.kept) talk.memory.facts[topic.key] = value
  topic.keep?.(value, talk)
}

/**
 * Applies corrections of facts that the lead gave before. Does not change facts that the channel or the team has set. Returns the news and
 * the lines that contain no correction.
 */
const amend = (talk: Talk, playbook: Playbook): { news: News[]; rest: readonly Line[] } => {
  const news: News[] = []
  const lines = talk.understood.lines.filter(({ folded }) => amends(folded))
  const used = new Set<Line>()
  for (const topic of lines.length > 0 ? playbook.topics : []) {
    const before = talk.memory.facts[topic.key]
    if (!('corrected' in topic.words) || before === undefined) continue
    const held = Object.entries(talk.lead).find(([key]) => key === topic.key)?.[1]
    // A user of the team has changed the value since.
    if (held !== undefined && held !== before) continue
    for (const line of lines) {
      const value = readTopic(topic, burstOf([line], false), talk)
      if (value === null || value === DECLINED || value === before) continue
      take(topic, value, talk)
      used.add(line)
      news.push({ topic, value, isCorrected: true })
    }
  }
  return { news, rest: talk.understood.lines.filter((line) => !used.has(line)) }
}

/** Returns the phrasings for one new fact, for an acknowledgement or an alert. */
const wordsFor = (occasion: string, { topic, value }: News, talk: Talk): readonly string[] =>
  waysTo(topic.words, occasion, topic.tone?.(value, talk, occasion) ?? value)

const acknowledged = (talk: Talk, news: News): Learned['acks'] => {
  const { topic, value, isCorrected = false } = news
  const { key } = topic
  const isDeclined = value === DECLINED
  const ways = isDeclined ? ANY.declined : wordsFor(isCorrected ? 'corrected' : 'ack', news, talk)
  if (ways.length === 0) return []
  const bank = isDeclined ? 'declined' : `ack:${key === 'day' ? 'hour' : key}`
  const text = takeTurns(talk, bank, ways, { value: topic.shows?.(value) ?? value })
  return [{ key, isLoud: isCorrected || (!isDeclined && (topic.isLoud ?? false)), text }]
}

/** Reads every topic from the burst of messages and stores the values that it finds. */
export const learn = (talk: Talk, playbook: Playbook): Learned => {
  const { memory } = talk
  const { pending } = memory
  const { news, rest } = amend(talk, playbook)
  const alerts: string[] = []
  // A line that is addressed to another person does not name the day of an appointment.
  const lines = rest.filter(({ isNonsense }) => !isNonsense)
  const burst = burstOf(lines, false)
  const burstOfMatter = burstOf(
    lines.filter(({ raw }) => !isOnlyContact(raw)),
    false,
  )
  for (const topic of playbook.topics) {
    if (hasAnswer(topic, talk) && !topic.mayChange) continue
    const read = CONTACT_TOPICS.has(topic.key) ? burst : burstOfMatter
    const value = readTopic(topic, { ...read, answering: topic.key === pending }, talk)
    if (value === null || value === keptOf(topic, talk)) continue
    const one = { topic, value }
    news.push(one)
    if (value === DECLINED) memory.skipped.push(topic.key)
    else {
      take(topic, value, talk)
      alerts.push(...wordsFor('alert', one, talk).map((phrase) => tell(talk, phrase, { ...topic.values?.(talk), value })))
    }
  }
  if (news.length === 0 && !talk.halfway && !memory.concluded) news.push(...keepRest(talk, playbook))
  if (talk.halfway && pending) countUse(talk, `more:${pending}`)
  return {
    isUnderstood: news.length > 0 || talk.halfway,
    acks: news.flatMap((one) => acknowledged(talk, one)),
    alerts,
  }
}

/**
 * Returns the acknowledgements to send: a loud one alone; otherwise the confirmed date, with a greeting by name if the name is new;
 * otherwise the first, or the first two if the first is the name.
 */
export const acknowledgement = ({ acks }: Learned, isFirst: boolean): string[] => {
  const loud = acks.find(({ isLoud }) => isLoud)
  if (loud) return [loud.text]
  const news = isFirst ? acks.filter(({ key }) => key !== 'name' && key !== 'company') : acks
  const date = news.findLast(({ key }) => key === 'hour' || key === 'day')
  if (date) return [...news.filter(({ key }) => key === 'name'), date].map(({ text }) => text)
  return news.slice(0, news[0]?.key === 'name' ? 2 : 1).map(({ text }) => text)
}
