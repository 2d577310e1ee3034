import { formatPhone } from '@prosa/contract/rules/phone-numbers/phone'
import type { LeadData } from '../../turn-input.ts'
import { isDateTimeOnly } from '../../understanding/dates/date-time-only.ts'
import { declinesToAnswer, isNo } from '../../understanding/intents/intents.ts'
import type { ParsedLine } from '../../understanding/parse-messages.ts'
import { compilePatterns } from '../../understanding/patterns.ts'
import { cleanUpText, normalizeText } from '../../understanding/text/normalize-text.ts'
import { extractNeed, hasContent, isBackchannel, statesNeed } from '../../understanding/values/business-facts.ts'
import { extractBareName, extractEmail, extractName, extractPhone } from '../../understanding/values/contact-data.ts'
import { hasDayOrHour, isBareDate } from '../appointments/date-mentions.ts'
import { type DialogueContext, getFact, isUserCalled } from '../dialogue-context.ts'
import PATTERNS from '../patterns/contact-topics.json' with { type: 'json' }
import { DECLINED_VALUE, detectDontKnowOrNo, extractOpenAnswer, findFirstValue, type TopicBehavior } from './topic.ts'

const MATCHERS = compilePatterns(PATTERNS)

/** Returns true unless the name is a placeholder of the channel such as 'Visitante' or 'Lead'. */
export const isRealName = (name: string | null): name is string =>
  name !== null && /\p{L}{2}/u.test(name) && !/^(visitante|lead|cliente|contato|an[oô]nimo|web ?chat)\b/iu.test(name)

/** Returns topic functions that read and write a field of the lead's record. */
export const bindLeadField = (
  field: keyof LeadData,
): Pick<TopicBehavior, 'isAlreadyKnown'> & Required<Pick<TopicBehavior, 'store'>> => ({
  isAlreadyKnown: ({ lead }) => lead[field] !== null,
  store: (value, { lead, leadPatch }) => {
    lead[field] = value
    leadPatch[field] = value
  },
})

export const nameTopic: TopicBehavior = {
  ...bindLeadField('name'),
  // A lead who waits for a user of the team is not asked for the name.
  isApplicable: (context) => !isUserCalled(context),
  extract: ({ lines, wasAsked }, context) => {
    const { now, timeZone } = context.input
    const { facts } = context.memory
    const mayAnswer = (line: ParsedLine) => line.canBeAnswer && !isDateTimeOnly(line.normalizedText, now, timeZone)
    const name = findFirstValue(lines, (line) => extractName(line.raw, wasAsked && mayAnswer(line)))
    if (name !== null) return name
    // A bare name counts after the agent asked for it, or while the lead waits for a user of the team.
    if (!wasAsked)
      return isUserCalled(context) || (context.memory.asked.name ?? 0) > 0
        ? findFirstValue(lines, ({ raw }) => extractBareName(raw))
        : null
    if (lines.some(({ normalizedText }) => declinesToAnswer(normalizedText) && MATCHERS.willNotSay.test(normalizedText)))
      return DECLINED_VALUE
    const word = findFirstValue(lines, (line) =>
      mayAnswer(line) && /^\p{L}{3,}$/u.test(line.raw.trim()) ? line.raw.trim() : null,
    )
    if (word === null || isBackchannel(normalizeText(word))) return null
    // A word that is in no list of names counts as the name once the lead repeats it.
    if (facts.unsureName === normalizeText(word)) return extractName(`me chamo ${word}`, false)
    facts.unsureName = normalizeText(word)
    return null
  },
  store: (value, context) => {
    bindLeadField('name').store(value, context)
    delete context.memory.facts.unsureName
  },
}

/**
 * Creates the topic for the lead's phone number. It fills an empty field and never replaces the number that the channel supplied.
 * `isApplicable`: whether the agent may ask for it.
 */
export const phoneTopic = (isApplicable: (context: DialogueContext) => boolean = () => true): TopicBehavior => ({
  ...bindLeadField('phone'),
  isApplicable,
  getQuestionVariants: (context) => [
    getFact(context, 'partialPhone') !== null ? 'area' : getFact(context, 'unseenPhone') !== null ? 'unseen' : '',
  ],
  formatValue: formatPhone,
  extract: ({ lines, wasAsked }, context) => {
    const partialPhone = getFact(context, 'partialPhone')
    const phone = findFirstValue(lines, (line) => extractPhone(line.raw))
    if (phone !== null && phone !== 'no-area') return phone.phone
    const area = partialPhone && wasAsked ? findFirstValue(lines, (line) => /^\D*(\d{2})\D*$/.exec(line.raw)?.[1] ?? null) : null
    const completedPhone = area && partialPhone ? extractPhone(`${area}${partialPhone}`) : null
    if (completedPhone && completedPhone !== 'no-area') return completedPhone.phone
    if (wasAsked && lines.some(({ normalizedText }) => MATCHERS.thisNumber.test(normalizedText))) {
      context.hasPartialAnswer = true
      context.memory.facts.unseenPhone = 'sim'
      return null
    }
    const isAbout =
      wasAsked || lines.some(({ normalizedText }) => /\b(telefone|celular|whatsapp|numero|liga\w*)\b/.test(normalizedText))
    if (phone === 'no-area' && isAbout) {
      context.hasPartialAnswer = true
      const digits = lines.map((line) => line.raw.replace(/\D/g, '')).join('')
      context.memory.facts.partialPhone = digits.slice(-9)
    }
    return null
  },
  // An incomplete phone number is no refusal: only 'no' and 'não sei' skip the topic.
  extractAnswer: detectDontKnowOrNo,
  store: (value, context) => {
    bindLeadField('phone').store(value, context)
    delete context.memory.facts.partialPhone
  },
})

export const emailTopic = (
  isApplicable: (context: DialogueContext) => boolean,
  getVariant = (_context: DialogueContext) => '',
): TopicBehavior => ({
  ...bindLeadField('email'),
  isApplicable,
  getQuestionVariants: (context) => [getVariant(context)],
  extract: ({ lines }) => findFirstValue(lines, (line) => extractEmail(line.raw)),
  extractAnswer: detectDontKnowOrNo,
})

/** Returns true if the lead wants to book an appointment. The agent then skips budget and size. */
export const wantsToBook = (context: DialogueContext) => getFact(context, 'booking') === 'sim'

/** Returns true if a text contains a phone number or at least nine digits in a row. Such digits are neither a price nor a need. */
export const containsPhone = (raw: string): boolean => {
  const phone = extractPhone(raw)
  return (phone !== null && phone !== 'no-area') || /\d{9,}/.test(raw)
}

/** Returns true if a sentence may describe a need. Phone numbers, refusals, filler, anger and the lead's name do not count. */
const mayDescribeNeed = ({ raw, normalizedText, intents }: ParsedLine, context: DialogueContext): boolean =>
  !containsPhone(raw) &&
  !isBackchannel(normalizedText) &&
  !intents.has('angry') &&
  !intents.has('insult') &&
  !/^desculp\w+ (a|pela) (demora|falta)\b/.test(normalizedText) &&
  !(normalizedText.split(' ').length <= 4 && (isNo(normalizedText) || declinesToAnswer(normalizedText))) &&
  normalizeText(raw) !== normalizeText(context.leadPatch.name ?? '')

/** Matches questions that name a product or service: 'Vocês têm apê em Moema?', 'quanto custa a limpeza?'. */
const NEED_QUESTION =
  /^(?:(?:oi+|ol[aá]|opa|bom dia|boa tarde|boa noite)[\s,.!]*)*(?:(?:e|vc|vcs|voc[eê]s?|a[ií])\s+)*(?:tem|t[eê]m|teriam|vendem?|alugam?|fazem|faz|atendem?|trabalham com|(?:qual\s+)?(?:[eé]\s+)?(?:o\s+)?(?:valor|pre[cç]o)\s+d[aoe]s?|quanto\s+(?:custa|[eé]|fica|sai|est[aá]))\s+(?!\s)(?:(?:um|uma|o|a|os|as)\s+(?!\s))?(.*[^\s?!.])[\s?!.]*$/iu
const extractRequestedThing = ({ raw, normalizedText, isQuestion, teamMatters }: ParsedLine): string | null => {
  // 'Consulta particular' names a need even if it also mentions the payment.
  const isOpen = teamMatters.every((matter) => matter === 'o convênio' && /\b(consulta|exame|avaliacao)\b/.test(normalizedText))
  const thing = isQuestion && isOpen ? (NEED_QUESTION.exec(raw.trim())?.[1] ?? '') : ''
  return thing !== '' && hasContent(normalizeText(thing)) && !MATCHERS.noThing.test(normalizeText(thing))
    ? cleanUpText(thing)
    : null
}

/**
 * Returns the changed need: another kind of deal ('na verdade é pra alugar') or `statedNeed`. Returns null if nothing changed; a new date
 * is no change.
 */
const detectChangedNeed = (lines: readonly ParsedLine[], context: DialogueContext, statedNeed: string | null): string | null => {
  const before = getFact(context, 'need') ?? ''
  const changeLines = lines.filter(
    (line) =>
      MATCHERS.changedMind.test(line.normalizedText) &&
      !line.intents.has('meeting') &&
      !line.intents.has('reschedule') &&
      !hasDayOrHour(line, context),
  )
  if (changeLines.length === 0) return null
  const deal = findFirstValue(changeLines, ({ normalizedText }) => MATCHERS.onlyAnotherDeal.exec(normalizedText)?.[1] ?? null)
  if (deal === null) return statedNeed
  return MATCHERS.deal.test(before) ? before.replace(MATCHERS.deal, deal) : `${deal} ${before}`
}

const formatNeed = ({ raw }: ParsedLine): string => extractNeed(cleanUpText(raw))

const statesNeedExplicitly = ({ normalizedText, intents }: ParsedLine): boolean =>
  statesNeed(normalizedText) &&
  !(['person', 'price', 'how', 'stop'] as const).some((intent) => intents.has(intent)) &&
  !MATCHERS.wantsToKnow.test(normalizedText) &&
  (!intents.has('meeting') || MATCHERS.whatFor.test(normalizedText))

export const needTopic: TopicBehavior = {
  formatUnmatchedText: extractNeed,
  getQuestionVariants: (context) => [wantsToBook(context) ? 'booking' : ''],
  extract: ({ lines: all, wasAsked }, context) => {
    const lines = all.filter((line) => mayDescribeNeed(line, context))
    const candidateLines = lines.filter((line) => !isBareDate(line, context))
    const statedNeeds = candidateLines
      .filter(statesNeedExplicitly)
      .map(formatNeed)
      .filter((text) => text.length > 3)
    const requestedThing = findFirstValue(lines, extractRequestedThing)
    if (wasAsked) {
      const answerLines = candidateLines.filter((line) => !MATCHERS.bareBooking.test(normalizeText(formatNeed(line))))
      return (
        extractOpenAnswer(answerLines, extractNeed) ??
        (statedNeeds.length > 0 ? statedNeeds.join(' ').slice(0, 140) : requestedThing)
      )
    }
    const first = statedNeeds[0]?.slice(0, 140) ?? null
    return getFact(context, 'need') === null ? (first ?? requestedThing) : detectChangedNeed(lines, context, first)
  },
}
