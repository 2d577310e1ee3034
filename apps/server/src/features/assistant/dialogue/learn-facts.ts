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

/** Keys of the topics that the agent asks for while it reschedules an appointment that was not made in this conversation. */
const RESCHEDULE_TOPICS: ReadonlySet<string> = new Set(['name', 'day', 'hour', 'phone', 'email'])
export const isUnrelatedToRescheduling = ({ key }: Topic): boolean => !RESCHEDULE_TOPICS.has(key)
export const getActiveTopics = ({ topics }: Playbook, context: DialogueContext): readonly Topic[] =>
  isMovingExternalAppointment(context) ? topics.filter((topic) => !isUnrelatedToRescheduling(topic)) : topics

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
const isNeedDescription = (line: ParsedLine, context: DialogueContext, playbook: Playbook): boolean =>
  (line.teamMatters.length === 0 || !playbook.mayAskSomethingElse(context)) &&
  !isBackchannel(line.normalizedText) &&
  !isOnlyContact(line.raw) &&
  !isBareDate(line, context) &&
  (isUserCalled(context) || getFact(context, 'subject') !== null || isBusinessRelated(line, context.input.agent))

/** Whether a sentence cannot describe a need: contact data, anger, an insult, or a short refusal such as 'Não te interessa'. */
const cannotBeNeed = ({ raw, normalizedText, intents }: ParsedLine): boolean =>
  containsPhone(raw) ||
  intents.has('angry') ||
  intents.has('insult') ||
  (isNo(normalizedText) && normalizedText.split(' ').length <= MAX_BARE_NO_WORDS)

/**
 * Appends text that answers no topic to the description of the lead's need, so that nothing is lost. Returns the changed fact, or an empty
 * list if nothing was added.
 */
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
  // 'Dermatologista' as an answer to the question for the name: here a single word counts as the need.
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

/**
 * Replaces facts that the lead corrects. Leaves facts alone that the channel or the team has set since. Returns the corrected facts, and as
 * `rest` the sentences that contain no correction.
 */
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
    // Skips a value that a user of the team has changed since.
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

/** Returns the phrasings with which one new fact is acknowledged ('ack', 'corrected') or reported to the team ('alert'). */
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

/** Extracts the values of all topics from the lead's messages of a turn and stores them in the conversation's memory. */
export const learnFacts = (context: DialogueContext, playbook: Playbook): LearnedFacts => {
  const { memory } = context
  const { pending } = memory
  const { newFacts, otherLines } = applyCorrections(context, playbook)
  const attentionReasons: string[] = []
  // A sentence without meaning for the agent, such as one sent to the wrong chat, does not name the day of an appointment.
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
 * Selects the acknowledgements to send: one marked `isLoud` alone; otherwise that of a new date, after that of a new name; otherwise the
 * first one, or the first two if the first acknowledges the name.
 */
export const selectAcknowledgements = ({ acknowledgements }: LearnedFacts, isFirstAnswer: boolean): string[] => {
  const exclusive = acknowledgements.find(({ isExclusive }) => isExclusive)
  if (exclusive) return [exclusive.text]
  const selected = isFirstAnswer ? acknowledgements.filter(({ key }) => key !== 'name' && key !== 'company') : acknowledgements
  const dateAcknowledgement = selected.findLast(({ key }) => key === 'hour' || key === 'day')
  if (dateAcknowledgement) return [...selected.filter(({ key }) => key === 'name'), dateAcknowledgement].map(({ text }) => text)
  return selected.slice(0, selected[0]?.key === 'name' ? 2 : 1).map(({ text }) => text)
}
