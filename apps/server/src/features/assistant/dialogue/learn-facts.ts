import { isNo } from '../understanding/intents/intents.ts'
import { isCorrection } from '../understanding/intents/lead-requests.ts'
import type { ParsedLine } from '../understanding/parse-messages.ts'
import { sanitizeQuote } from '../understanding/text/normalize-text.ts'
import { isBackchannel } from '../understanding/values/business-facts.ts'
import { isBusinessRelated } from '../understanding/values/business-relevance.ts'
import { isOnlyContact } from '../understanding/values/contact-data.ts'
import { isMovingExternalAppointment } from './appointments/appointment-state.ts'
import { isBareDate } from './appointments/date-mentions.ts'
import {
  type DialogueContext,
  getFact,
  getPhrasings,
  incrementUseCount,
  isUserCalled,
  renderNextPhrasing,
  renderPhrase,
} from './dialogue-context.ts'
import ANY from './phrases/any.json' with { type: 'json' }
import type { Playbook } from './playbooks/playbook.ts'
import { containsPhone } from './topics/contact-topics.ts'
import { createTopicInput, DECLINED_VALUE, extractOpenAnswer, extractTopicValue, type Topic } from './topics/topic.ts'

/**
 * Result of reading the lead's messages of a turn. `isUnderstood`: whether they contained new facts; `acks`: acknowledgements for the
 * reply; `alerts`: reasons for which the team must attend to the conversation.
 */
export interface LearnedFacts {
  readonly isUnderstood: boolean
  readonly acks: ReadonlyArray<{ readonly key: string; readonly isLoud: boolean; readonly text: string }>
  readonly alerts: readonly string[]
}

interface NewFact {
  readonly topic: Topic
  readonly value: string
  readonly isCorrected?: boolean
}

const getStoredValue = (topic: Topic, talk: DialogueContext): string | undefined =>
  topic.kept ? topic.kept(talk) : talk.memory.facts[topic.key]
export const hasAnswer = (topic: Topic, talk: DialogueContext): boolean =>
  getStoredValue(topic, talk) !== undefined || (topic.isKnown?.(talk) ?? false)

/** Keys of the topics that the agent asks for while it reschedules an appointment that was not made in this conversation. */
const RESCHEDULE_TOPICS: ReadonlySet<string> = new Set(['name', 'day', 'hour', 'phone', 'email'])
export const isUnrelatedToRescheduling = ({ key }: Topic): boolean => !RESCHEDULE_TOPICS.has(key)
export const getActiveTopics = ({ topics }: Playbook, talk: DialogueContext): readonly Topic[] =>
  isMovingExternalAppointment(talk) ? topics.filter((topic) => !isUnrelatedToRescheduling(topic)) : topics

/**
 * Keys of the topics whose values may come from a sentence with nothing but a name, phone number or e-mail address. Other topics ignore
 * such sentences.
 */
const CONTACT_TOPICS: ReadonlySet<string> = new Set(['name', 'phone', 'email'])

const MAX_NEED_CHARS = 300
const MAX_BARE_NO_WORDS = 5

/**
 * Whether a sentence describes the lead's need: it is no date, filler, contact data or separate matter, and it concerns the agent's
 * business. The last condition is waived if a user was requested or a subject is stored.
 */
const isNeedDescription = (line: ParsedLine, talk: DialogueContext, playbook: Playbook): boolean =>
  (line.matters.length === 0 || !playbook.besides(talk)) &&
  !isBackchannel(line.folded) &&
  !isOnlyContact(line.raw) &&
  !isBareDate(line, talk) &&
  (isUserCalled(talk) || getFact(talk, 'subject') !== null || isBusinessRelated(line, talk.input.agent))

/** Whether a sentence cannot describe a need: contact data, anger, an insult, or a short refusal such as 'Não te interessa'. */
const cannotBeNeed = ({ raw, folded, intents }: ParsedLine): boolean =>
  containsPhone(raw) ||
  intents.has('angry') ||
  intents.has('insult') ||
  (isNo(folded) && folded.split(' ').length <= MAX_BARE_NO_WORDS)

/**
 * Appends text that answers no topic to the description of the lead's need, so that nothing is lost. Returns the changed fact, or an empty
 * list if nothing was added.
 */
const appendToNeed = (talk: DialogueContext, playbook: Playbook): NewFact[] => {
  const { facts, pending } = talk.memory
  const topic = playbook.topics.find(({ takesRest }) => takesRest)
  if (!topic) return []
  const isNeed = topic.key === 'need'
  const said = extractOpenAnswer(
    talk.understood.lines.filter((line) => isNeedDescription(line, talk, playbook) && !(isNeed && cannotBeNeed(line))),
    topic.takesRest,
  )
  const before = facts[topic.key]
  // 'Dermatologista' as an answer to the question for the name: here a single word counts as the need.
  const isTheMatter = pending === 'name' && isNeed && before === undefined
  if (!said || (said.split(' ').length < 3 && !isTheMatter)) return []
  if (before !== undefined && (before.length + said.length + 2 > MAX_NEED_CHARS || before.split('; ').length > 3)) return []
  facts[topic.key] = before === undefined ? sanitizeQuote(said) : `${before}; ${said}`
  return [{ topic, value: '' }]
}

const storeFact = (topic: Topic, value: string, talk: DialogueContext): void => {
  if (!topic.kept) talk.memory.facts[topic.key] = value
  topic.keep?.(value, talk)
}

/**
 * Replaces facts that the lead corrects. Leaves facts alone that the channel or the team has set since. Returns the corrected facts, and as
 * `rest` the sentences that contain no correction.
 */
const applyCorrections = (talk: DialogueContext, playbook: Playbook): { news: NewFact[]; rest: readonly ParsedLine[] } => {
  const news: NewFact[] = []
  const lines = talk.understood.lines.filter(({ folded }) => isCorrection(folded))
  const used = new Set<ParsedLine>()
  for (const topic of lines.length > 0 ? playbook.topics : []) {
    const before = talk.memory.facts[topic.key]
    if (!('corrected' in topic.words) || before === undefined) continue
    const held = Object.entries(talk.lead).find(([key]) => key === topic.key)?.[1]
    // Skips a value that a user of the team has changed since.
    if (held !== undefined && held !== before) continue
    for (const line of lines) {
      const value = extractTopicValue(topic, createTopicInput([line], false), talk)
      if (value === null || value === DECLINED_VALUE || value === before) continue
      storeFact(topic, value, talk)
      used.add(line)
      news.push({ topic, value, isCorrected: true })
    }
  }
  return { news, rest: talk.understood.lines.filter((line) => !used.has(line)) }
}

/** Returns the phrasings with which one new fact is acknowledged ('ack', 'corrected') or reported to the team ('alert'). */
const getFactPhrasings = (occasion: string, { topic, value }: NewFact, talk: DialogueContext): readonly string[] =>
  getPhrasings(topic.words, occasion, topic.tone?.(value, talk, occasion) ?? value)

const buildAcknowledgements = (talk: DialogueContext, news: NewFact): LearnedFacts['acks'] => {
  const { topic, value, isCorrected = false } = news
  const { key } = topic
  const isDeclined = value === DECLINED_VALUE
  const ways = isDeclined ? ANY.declined : getFactPhrasings(isCorrected ? 'corrected' : 'ack', news, talk)
  if (ways.length === 0) return []
  const bank = isDeclined ? 'declined' : `ack:${key === 'day' ? 'hour' : key}`
  const text = renderNextPhrasing(talk, bank, ways, { value: topic.shows?.(value) ?? value })
  return [{ key, isLoud: isCorrected || (!isDeclined && (topic.isLoud ?? false)), text }]
}

/** Extracts the values of all topics from the lead's messages of a turn and stores them in the conversation's memory. */
export const learnFacts = (talk: DialogueContext, playbook: Playbook): LearnedFacts => {
  const { memory } = talk
  const { pending } = memory
  const { news, rest } = applyCorrections(talk, playbook)
  const alerts: string[] = []
  // A sentence without meaning for the agent, such as one sent to the wrong chat, does not name the day of an appointment.
  const lines = rest.filter(({ isNonsense }) => !isNonsense)
  const burst = createTopicInput(lines, false)
  const burstOfMatter = createTopicInput(
    lines.filter(({ raw }) => !isOnlyContact(raw)),
    false,
  )
  for (const topic of playbook.topics) {
    if (hasAnswer(topic, talk) && !topic.mayChange) continue
    const read = CONTACT_TOPICS.has(topic.key) ? burst : burstOfMatter
    const value = extractTopicValue(topic, { ...read, answering: topic.key === pending }, talk)
    if (value === null || value === getStoredValue(topic, talk)) continue
    const one = { topic, value }
    news.push(one)
    if (value === DECLINED_VALUE) memory.skipped.push(topic.key)
    else {
      storeFact(topic, value, talk)
      alerts.push(
        ...getFactPhrasings('alert', one, talk).map((phrase) => renderPhrase(talk, phrase, { ...topic.values?.(talk), value })),
      )
    }
  }
  if (news.length === 0 && !talk.halfway && !memory.concluded) news.push(...appendToNeed(talk, playbook))
  if (talk.halfway && pending) incrementUseCount(talk, `more:${pending}`)
  return {
    isUnderstood: news.length > 0 || talk.halfway,
    acks: news.flatMap((one) => buildAcknowledgements(talk, one)),
    alerts,
  }
}

/**
 * Selects the acknowledgements to send: one marked `isLoud` alone; otherwise that of a new date, after that of a new name; otherwise the
 * first one, or the first two if the first acknowledges the name.
 */
export const selectAcknowledgements = ({ acks }: LearnedFacts, isFirst: boolean): string[] => {
  const loud = acks.find(({ isLoud }) => isLoud)
  if (loud) return [loud.text]
  const news = isFirst ? acks.filter(({ key }) => key !== 'name' && key !== 'company') : acks
  const date = news.findLast(({ key }) => key === 'hour' || key === 'day')
  if (date) return [...news.filter(({ key }) => key === 'name'), date].map(({ text }) => text)
  return news.slice(0, news[0]?.key === 'name' ? 2 : 1).map(({ text }) => text)
}
