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

/** Facts that the lead's messages added or changed, and the replies about them. */
export interface LearnedFacts {
  readonly hasNewFacts: boolean
  readonly acknowledgements: ReadonlyArray<{ readonly key: string; readonly isExclusive: boolean; readonly text: string }>
  readonly attentionReasons: readonly string[]
}

interface NewFact {
  readonly topic: Topic
  readonly value: string
  readonly isCorrected?: boolean
}

const getStoredValue = (topic: Topic, context: DialogueContext): string | undefined =>
  topic.getStoredValue ? topic.getStoredValue(context) : context.memory.facts[topic.key]
export const hasAnswer = (topic: Topic, context: DialogueContext): boolean =>
  getStoredValue(topic, context) !== undefined || (topic.isAlreadyKnown?.(context) ?? false)

/** Topics (questions of the agent) that remain while an appointment from outside this conversation is moved. */
const RESCHEDULE_TOPICS: ReadonlySet<string> = new Set(['name', 'day', 'hour', 'phone', 'email'])
export const isUnrelatedToRescheduling = ({ key }: Topic): boolean => !RESCHEDULE_TOPICS.has(key)
export const getActiveTopics = ({ topics }: Playbook, context: DialogueContext): readonly Topic[] =>
  isMovingExternalAppointment(context) ? topics.filter((topic) => !isUnrelatedToRescheduling(topic)) : topics

/** Topics whose value may come from a sentence with only contact data. All other topics ignore such sentences. */
const CONTACT_TOPICS: ReadonlySet<string> = new Set(['name', 'phone', 'email'])

const MAX_NEED_CHARS = 300
const MAX_BARE_NO_WORDS = 5

/**
 * Returns true if a sentence may describe the lead's need. Dates, filler, contact data and separate matters do not count. Unless a user was
 * requested or a subject is stored, the text must concern the agent's business.
 */
const isNeedDescription = (line: ParsedLine, context: DialogueContext, playbook: Playbook): boolean =>
  (line.teamMatters.length === 0 || !playbook.mayAskSomethingElse(context)) &&
  !isBackchannel(line.normalizedText) &&
  !isOnlyContact(line.raw) &&
  !isBareDate(line, context) &&
  (isUserCalled(context) || getFact(context, 'subject') !== null || isBusinessRelated(line, context.input.agent))

/** Returns true for sentences that describe no need: a phone number, anger, an insult or a short refusal. */
const cannotBeNeed = ({ raw, normalizedText, intents }: ParsedLine): boolean =>
  containsPhone(raw) ||
  intents.has('angry') ||
  intents.has('insult') ||
  (isNo(normalizedText) && normalizedText.split(' ').length <= MAX_BARE_NO_WORDS)

/** Appends text that answers no question to the description of the need. Returns an empty list if nothing was added. */
const appendToNeed = (context: DialogueContext, playbook: Playbook): NewFact[] => {
  const { facts, pending } = context.memory
  const topic = playbook.topics.find(({ formatUnmatchedText }) => formatUnmatchedText)
  if (!topic) return []
  const isNeed = topic.key === 'need'
  const answerText = extractOpenAnswer(
    context.parsedMessages.lines.filter((line) => isNeedDescription(line, context, playbook) && !(isNeed && cannotBeNeed(line))),
    topic.formatUnmatchedText,
  )
  const before = facts[topic.key]
  // The agent asked for the name and the lead answered 'Dermatologista': here a single word counts as the need.
  const isSingleWordNeed = pending === 'name' && isNeed && before === undefined
  if (!answerText || (answerText.split(' ').length < 3 && !isSingleWordNeed)) return []
  if (before !== undefined && (before.length + answerText.length + 2 > MAX_NEED_CHARS || before.split('; ').length > 3)) return []
  facts[topic.key] = before === undefined ? sanitizeQuote(answerText) : `${before}; ${answerText}`
  return [{ topic, value: '' }]
}

const storeFact = (topic: Topic, value: string, context: DialogueContext): void => {
  if (!topic.getStoredValue) context.memory.facts[topic.key] = value
  topic.store?.(value, context)
}

/** Replaces facts that the lead corrects. `otherLines` contains the sentences without a correction. */
const applyCorrections = (
  context: DialogueContext,
  playbook: Playbook,
): { newFacts: NewFact[]; otherLines: readonly ParsedLine[] } => {
  const newFacts: NewFact[] = []
  const lines = context.parsedMessages.lines.filter(({ normalizedText }) => isCorrection(normalizedText))
  const correctingLines = new Set<ParsedLine>()
  for (const topic of lines.length > 0 ? playbook.topics : []) {
    const before = context.memory.facts[topic.key]
    if (!('corrected' in topic.phrases) || before === undefined) continue
    const currentValue = Object.entries(context.lead).find(([key]) => key === topic.key)?.[1]
    // A user of the team or the channel has changed this value since, so it stays.
    if (currentValue !== undefined && currentValue !== before) continue
    for (const line of lines) {
      const value = extractTopicValue(topic, createTopicInput([line], false), context)
      if (value === null || value === DECLINED_VALUE || value === before) continue
      storeFact(topic, value, context)
      correctingLines.add(line)
      newFacts.push({ topic, value, isCorrected: true })
    }
  }
  return { newFacts, otherLines: context.parsedMessages.lines.filter((line) => !correctingLines.has(line)) }
}

/** Returns the wordings for a new fact on an occasion: 'ack', 'corrected' (both for the lead) or 'alert' (for the team). */
const getFactPhrasings = (occasion: string, { topic, value }: NewFact, context: DialogueContext): readonly string[] =>
  getPhrasings(topic.phrases, occasion, topic.getPhrasingVariant?.(value, context, occasion) ?? value)

const buildAcknowledgements = (context: DialogueContext, newFact: NewFact): LearnedFacts['acknowledgements'] => {
  const { topic, value, isCorrected = false } = newFact
  const { key } = topic
  const isDeclined = value === DECLINED_VALUE
  const phrasings = isDeclined ? ANY.declined : getFactPhrasings(isCorrected ? 'corrected' : 'ack', newFact, context)
  if (phrasings.length === 0) return []
  const counterKey = isDeclined ? 'declined' : `ack:${key === 'day' ? 'hour' : key}`
  const text = renderNextPhrasing(context, counterKey, phrasings, { value: topic.formatValue?.(value) ?? value })
  return [{ key, isExclusive: isCorrected || (!isDeclined && (topic.isExclusive ?? false)), text }]
}

/** Extracts new facts from the lead's messages and stores them in the memory. */
export const learnFacts = (context: DialogueContext, playbook: Playbook): LearnedFacts => {
  const { memory } = context
  const { pending } = memory
  const { newFacts, otherLines } = applyCorrections(context, playbook)
  const attentionReasons: string[] = []
  // A meaningless sentence, such as one sent to the wrong chat, names no appointment.
  const lines = otherLines.filter(({ isNonsense }) => !isNonsense)
  const allInput = createTopicInput(lines, false)
  const inputWithoutContacts = createTopicInput(
    lines.filter(({ raw }) => !isOnlyContact(raw)),
    false,
  )
  for (const topic of playbook.topics) {
    if (hasAnswer(topic, context) && !topic.canChange) continue
    const topicInput = CONTACT_TOPICS.has(topic.key) ? allInput : inputWithoutContacts
    const value = extractTopicValue(topic, { ...topicInput, wasAsked: topic.key === pending }, context)
    if (value === null || value === getStoredValue(topic, context)) continue
    const newFact = { topic, value }
    newFacts.push(newFact)
    if (value === DECLINED_VALUE) memory.skipped.push(topic.key)
    else {
      storeFact(topic, value, context)
      attentionReasons.push(
        ...getFactPhrasings('alert', newFact, context).map((phrase) =>
          renderPhrase(context, phrase, { ...topic.getPhraseValues?.(context), value }),
        ),
      )
    }
  }
  if (newFacts.length === 0 && !context.hasPartialAnswer && !memory.concluded) newFacts.push(...appendToNeed(context, playbook))
  if (context.hasPartialAnswer && pending) incrementUseCount(context, `more:${pending}`)
  return {
    hasNewFacts: newFacts.length > 0 || context.hasPartialAnswer,
    acknowledgements: newFacts.flatMap((newFact) => buildAcknowledgements(context, newFact)),
    attentionReasons,
  }
}

/**
 * Selects the acknowledgements to send: an exclusive one alone, else the one of a date (with the name), else the first one (two after a
 * name).
 */
export const selectAcknowledgements = ({ acknowledgements }: LearnedFacts, isFirstAnswer: boolean): string[] => {
  const exclusive = acknowledgements.find(({ isExclusive }) => isExclusive)
  if (exclusive) return [exclusive.text]
  const selected = isFirstAnswer ? acknowledgements.filter(({ key }) => key !== 'name' && key !== 'company') : acknowledgements
  const dateAcknowledgement = selected.findLast(({ key }) => key === 'hour' || key === 'day')
  if (dateAcknowledgement) return [...selected.filter(({ key }) => key === 'name'), dateAcknowledgement].map(({ text }) => text)
  return selected.slice(0, selected[0]?.key === 'name' ? 2 : 1).map(({ text }) => text)
}
