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

/** Returns true if a stored name is real and not a placeholder of the channel such as 'Visitante' or 'Lead'. */
export const isRealName = (name: string | null): name is string =>
  name !== null && /\p{L}{2}/u.test(name) && !/^(visitante|lead|cliente|contato|an[oô]nimo|web ?chat)\b/iu.test(name)

/**
 * Returns topic functions that store the answer in a field of the lead's record, and that treat the topic as answered if the field has a
 * value.
 */
export const bindLeadField = (field: keyof LeadData): Pick<TopicBehavior, 'isKnown'> & Required<Pick<TopicBehavior, 'keep'>> => ({
  isKnown: ({ lead }) => lead[field] !== null,
  keep: (value, { lead, patch }) => {
    lead[field] = value
    patch[field] = value
  },
})

export const nameTopic: TopicBehavior = {
  ...bindLeadField('name'),
  // The agent does not ask for the name while the lead waits for a user of the team.
  applies: (talk) => !isUserCalled(talk),
  read: ({ lines, answering }, talk) => {
    const { now, timeZone } = talk.input
    const { facts } = talk.memory
    const mayAnswer = (line: ParsedLine) => line.isFree && !isDateTimeOnly(line.folded, now, timeZone)
    const name = findFirstValue(lines, (line) => extractName(line.raw, answering && mayAnswer(line)))
    if (name !== null) return name
    // A message with only a name counts after the agent asked for the name, or while the lead waits for a user of the team.
    if (!answering)
      return isUserCalled(talk) || (talk.memory.asked.name ?? 0) > 0
        ? findFirstValue(lines, ({ raw }) => extractBareName(raw))
        : null
    if (lines.some(({ folded }) => declinesToAnswer(folded) && MATCHERS.willNotSay.test(folded))) return DECLINED_VALUE
    const word = findFirstValue(lines, (line) =>
      mayAnswer(line) && /^\p{L}{3,}$/u.test(line.raw.trim()) ? line.raw.trim() : null,
    )
    if (word === null || isBackchannel(normalizeText(word))) return null
    // A word that is in no list of names is accepted as the name if the lead repeats it.
    if (facts.unsureName === normalizeText(word)) return extractName(`me chamo ${word}`, false)
    facts.unsureName = normalizeText(word)
    return null
  },
  keep: (value, talk) => {
    bindLeadField('name').keep(value, talk)
    delete talk.memory.facts.unsureName
  },
}

/**
 * Creates the topic for the lead's phone number. Fills an empty field only; never replaces the phone number that the channel supplied.
 * `applies`: whether the agent may ask for it.
 */
export const phoneTopic = (applies: (talk: DialogueContext) => boolean = () => true): TopicBehavior => ({
  ...bindLeadField('phone'),
  applies,
  asks: (talk) => [getFact(talk, 'partialPhone') !== null ? 'area' : getFact(talk, 'unseenPhone') !== null ? 'unseen' : ''],
  shows: formatPhone,
  read: ({ lines, answering }, talk) => {
    const half = getFact(talk, 'partialPhone')
    const found = findFirstValue(lines, (line) => extractPhone(line.raw))
    if (found !== null && found !== 'no-area') return found.phone
    const area = half && answering ? findFirstValue(lines, (line) => /^\D*(\d{2})\D*$/.exec(line.raw)?.[1] ?? null) : null
    const joined = area && half ? extractPhone(`${area}${half}`) : null
    if (joined && joined !== 'no-area') return joined.phone
    if (answering && lines.some(({ folded }) => MATCHERS.thisNumber.test(folded))) {
      talk.halfway = true
      talk.memory.facts.unseenPhone = 'sim'
      return null
    }
    const isAbout = answering || lines.some(({ folded }) => /\b(telefone|celular|whatsapp|numero|liga\w*)\b/.test(folded))
    if (found === 'no-area' && isAbout) {
      talk.halfway = true
      const digits = lines.map((line) => line.raw.replace(/\D/g, '')).join('')
      talk.memory.facts.partialPhone = digits.slice(-9)
    }
    return null
  },
  // A phone number without its area code is not a refusal.
  answer: detectDontKnowOrNo,
  keep: (value, talk) => {
    bindLeadField('phone').keep(value, talk)
    delete talk.memory.facts.partialPhone
  },
})

export const emailTopic = (applies: (talk: DialogueContext) => boolean, of = (_talk: DialogueContext) => ''): TopicBehavior => ({
  ...bindLeadField('email'),
  applies,
  asks: (talk) => [of(talk)],
  read: ({ lines }) => findFirstValue(lines, (line) => extractEmail(line.raw)),
  answer: detectDontKnowOrNo,
})

/** Returns true if the lead wants to book an appointment. The agent then skips the questions about budget and size. */
export const wantsToBook = (talk: DialogueContext) => getFact(talk, 'booking') === 'sim'

/**
 * Returns true if a text contains a phone number, or nine or more consecutive digits. Such digits are neither an amount of money nor a
 * need.
 */
export const containsPhone = (raw: string): boolean => {
  const phone = extractPhone(raw)
  return (phone !== null && phone !== 'no-area') || /\d{9,}/.test(raw)
}

/**
 * Returns true if a sentence may describe what the lead needs. Returns false for phone numbers, refusals, filler, anger and the lead's
 * name.
 */
const mayDescribeNeed = ({ raw, folded, intents }: ParsedLine, talk: DialogueContext): boolean =>
  !containsPhone(raw) &&
  !isBackchannel(folded) &&
  !intents.has('angry') &&
  !intents.has('insult') &&
  !/^desculp\w+ (a|pela) (demora|falta)\b/.test(folded) &&
  !(folded.split(' ').length <= 4 && (isNo(folded) || declinesToAnswer(folded))) &&
  normalizeText(raw) !== normalizeText(talk.patch.name ?? '')

/** Matches questions that name what the lead needs: 'Vocês têm apê em Moema?', 'quanto custa a limpeza?'. */
const NEED_QUESTION =
  /^(?:(?:oi+|ol[aá]|opa|bom dia|boa tarde|boa noite)[\s,.!]*)*(?:(?:e|vc|vcs|voc[eê]s?|a[ií])\s+)*(?:tem|t[eê]m|teriam|vendem?|alugam?|fazem|faz|atendem?|trabalham com|(?:qual\s+)?(?:[eé]\s+)?(?:o\s+)?(?:valor|pre[cç]o)\s+d[aoe]s?|quanto\s+(?:custa|[eé]|fica|sai|est[aá]))\s+(?!\s)(?:(?:um|uma|o|a|os|as)\s+(?!\s))?(.*[^\s?!.])[\s?!.]*$/iu
const extractRequestedThing = ({ raw, folded, isQuestion, matters }: ParsedLine): string | null => {
  // 'Consulta particular' names a need even if it also mentions the payment.
  const isOpen = matters.every((matter) => matter === 'o convênio' && /\b(consulta|exame|avaliacao)\b/.test(folded))
  const thing = isQuestion && isOpen ? (NEED_QUESTION.exec(raw.trim())?.[1] ?? '') : ''
  return thing !== '' && hasContent(normalizeText(thing)) && !MATCHERS.noThing.test(normalizeText(thing))
    ? cleanUpText(thing)
    : null
}

/**
 * Returns the changed need: the same thing with another kind of deal ('na verdade é pra alugar'), or `told`, the newly stated need. Returns
 * null if the lead does not change it. A new date is not a change.
 */
const detectChangedNeed = (lines: readonly ParsedLine[], talk: DialogueContext, told: string | null): string | null => {
  const before = getFact(talk, 'need') ?? ''
  const changed = lines.filter(
    (line) =>
      MATCHERS.changedMind.test(line.folded) &&
      !line.intents.has('meeting') &&
      !line.intents.has('reschedule') &&
      !hasDayOrHour(line, talk),
  )
  if (changed.length === 0) return null
  const deal = findFirstValue(changed, ({ folded }) => MATCHERS.onlyAnotherDeal.exec(folded)?.[1] ?? null)
  if (deal === null) return told
  return MATCHERS.deal.test(before) ? before.replace(MATCHERS.deal, deal) : `${deal} ${before}`
}

const formatNeed = ({ raw }: ParsedLine): string => extractNeed(cleanUpText(raw))

/** Returns true if a sentence states a need explicitly. */
const statesNeedExplicitly = ({ folded, intents }: ParsedLine): boolean =>
  statesNeed(folded) &&
  !(['person', 'price', 'how', 'stop'] as const).some((intent) => intents.has(intent)) &&
  !MATCHERS.wantsToKnow.test(folded) &&
  (!intents.has('meeting') || MATCHERS.whatFor.test(folded))

export const needTopic: TopicBehavior = {
  takesRest: extractNeed,
  asks: (talk) => [wantsToBook(talk) ? 'booking' : ''],
  read: ({ lines: all, answering }, talk) => {
    const lines = all.filter((line) => mayDescribeNeed(line, talk))
    const open = lines.filter((line) => !isBareDate(line, talk))
    const told = open
      .filter(statesNeedExplicitly)
      .map(formatNeed)
      .filter((text) => text.length > 3)
    const asked = findFirstValue(lines, extractRequestedThing)
    if (answering) {
      const free = open.filter((line) => !MATCHERS.bareBooking.test(normalizeText(formatNeed(line))))
      return extractOpenAnswer(free, extractNeed) ?? (told.length > 0 ? told.join(' ').slice(0, 140) : asked)
    }
    const first = told[0]?.slice(0, 140) ?? null
    return getFact(talk, 'need') === null ? (first ?? asked) : detectChangedNeed(lines, talk, first)
  },
}
