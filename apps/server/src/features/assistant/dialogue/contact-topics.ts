import { formatPhone } from '@prosa/contract/rules/phone'
import type { LeadData } from '../decision.ts'
import { isMurmur, needIn, saysSomething, tellsNeed } from '../understanding/business.ts'
import { emailIn, nameIn, onlyNameIn, phoneIn } from '../understanding/contact.ts'
import { fold, tidy } from '../understanding/fold.ts'
import { doesNotSay, saysNo } from '../understanding/intents.ts'
import { patternsOf } from '../understanding/patterns.ts'
import type { Line } from '../understanding/understand.ts'
import { isOnlyWhen } from '../understanding/when.ts'
import { isBareDate, isDated } from './dates.ts'
import PATTERNS from './patterns/contact-topics.json' with { type: 'json' }
import { fact, isCalled, type Talk } from './talk.ts'
import { DECLINED, firstOf, leftOrRefused, openAnswer, type TopicBody } from './topic.ts'

const SAID = patternsOf(PATTERNS)

/** Returns true if a name is real and not a channel's placeholder. */
export const isRealName = (name: string | null): name is string =>
  name !== null && /\p{L}{2}/u.test(name) && !/^(visitante|lead|cliente|contato|an[oô]nimo|web ?chat)\b/iu.test(name)

/** Connects a topic with a field of the lead's record: it is known if the field has a value, and its answer is stored there. */
export const dataOf = (field: keyof LeadData): Pick<TopicBody, 'isKnown'> & Required<Pick<TopicBody, 'keep'>> => ({
  isKnown: ({ lead }) => lead[field] !== null,
  keep: (value, { lead, patch }) => {
    lead[field] = value
    patch[field] = value
  },
})

export const nameTopic: TopicBody = {
  ...dataOf('name'),
  // A lead who waits for a user is not asked for the name.
  applies: (talk) => !isCalled(talk),
  read: ({ lines, answering }, talk) => {
    const { now, timeZone } = talk.input
    const { facts } = talk.memory
    const mayAnswer = (line: Line) => line.isFree && !isOnlyWhen(line.folded, now, timeZone)
    const name = firstOf(lines, (line) => nameIn(line.raw, answering && mayAnswer(line)))
    if (name !== null) return name
    // A bare name counts only after the question was asked, or while the lead waits for a user.
    if (!answering)
      return isCalled(talk) || (talk.memory.asked.name ?? 0) > 0 ? firstOf(lines, ({ raw }) => onlyNameIn(raw)) : null
    if (lines.some(({ folded }) => doesNotSay(folded) && SAID.willNotSay.test(folded))) return DECLINED
    const word = firstOf(lines, (line) => (mayAnswer(line) && /^\p{L}{3,}$/u.test(line.raw.trim()) ? line.raw.trim() : null))
    if (word === null || isMurmur(fold(word))) return null
    // Unknown as a name: accepted if the lead repeats it.
    if (facts.unsureName === fold(word)) return nameIn(`me chamo ${word}`, false)
    facts.unsureName = fold(word)
    return null
  },
  keep: (value, talk) => {
    dataOf('name').keep(value, talk)
    delete talk.memory.facts.unsureName
  },
}

/** Topic for the phone number. Fills an empty field and never replaces the number that the channel knows. */
export const phoneTopic = (applies: (talk: Talk) => boolean = () => true): TopicBody => ({
  ...dataOf('phone'),
  applies,
  asks: (talk) => [fact(talk, 'partialPhone') !== null ? 'area' : fact(talk, 'unseenPhone') !== null ? 'unseen' : ''],
  shows: formatPhone,
  read: ({ lines, answering }, talk) => {
    const half = fact(talk, 'partialPhone')
    const found = firstOf(lines, (line) => phoneIn(line.raw))
    if (found !== null && found !== 'no-area') return found.phone
    const area = half && answering ? firstOf(lines, (line) => /^\D*(\d{2})\D*$/.exec(line.raw)?.[1] ?? null) : null
    const joined = area && half ? phoneIn(`${area}${half}`) : null
    if (joined && joined !== 'no-area') return joined.phone
    if (answering && lines.some(({ folded }) => SAID.thisNumber.test(folded))) {
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
  // A number without its area code is not a refusal.
  answer: leftOrRefused,
  keep: (value, talk) => {
    dataOf('phone').keep(value, talk)
    delete talk.memory.facts.partialPhone
  },
})

export const emailTopic = (applies: (talk: Talk) => boolean, of = (_talk: Talk) => ''): TopicBody => ({
  ...dataOf('email'),
  applies,
  asks: (talk) => [of(talk)],
  read: ({ lines }) => firstOf(lines, (line) => emailIn(line.raw)),
  answer: leftOrRefused,
})

/** Returns true if the lead wants to book. The questions about budget and size are then skipped. */
export const wantsToBook = (talk: Talk) => fact(talk, 'booking') === 'sim'

/** Returns true if a text contains a phone number or as many digits, so that it is neither an amount nor a need. */
export const holdsPhone = (raw: string): boolean => {
  const phone = phoneIn(raw)
  return (phone !== null && phone !== 'no-area') || /\d{9,}/.test(raw)
}

/** Returns true if a line may describe what the lead needs: not a number, refusal or name. */
const saysNeed = ({ raw, folded, intents }: Line, talk: Talk): boolean =>
  !holdsPhone(raw) &&
  !isMurmur(folded) &&
  !intents.has('angry') &&
  !intents.has('insult') &&
  !/^desculp\w+ (a|pela) (demora|falta)\b/.test(folded) &&
  !(folded.split(' ').length <= 4 && (saysNo(folded) || doesNotSay(folded))) &&
  fold(raw) !== fold(talk.patch.name ?? '')

/** Matches questions that name the needed thing: 'Vocês têm apê em Moema?', 'quanto custa a limpeza?'. */
const ASKED_FOR =
  /^(?:(?:oi+|ol[aá]|opa|bom dia|boa tarde|boa noite)[\s,.!]*)*(?:(?:e|vc|vcs|voc[eê]s?|a[ií])\s+)*(?:tem|t[eê]m|teriam|vendem?|alugam?|fazem|faz|atendem?|trabalham com|(?:qual\s+)?(?:[eé]\s+)?(?:o\s+)?(?:valor|pre[cç]o)\s+d[aoe]s?|quanto\s+(?:custa|[eé]|fica|sai|est[aá]))\s+(?!\s)(?:(?:um|uma|o|a|os|as)\s+(?!\s))?(.*[^\s?!.])[\s?!.]*$/iu
const askedFor = ({ raw, folded, isQuestion, matters }: Line): string | null => {
  // 'Consulta particular' names a need even if it also mentions the payment.
  const isOpen = matters.every((matter) => matter === 'o convênio' && /\b(consulta|exame|avaliacao)\b/.test(folded))
  const thing = isQuestion && isOpen ? (ASKED_FOR.exec(raw.trim())?.[1] ?? '') : ''
  return thing !== '' && saysSomething(fold(thing)) && !SAID.noThing.test(fold(thing)) ? tidy(thing) : null
}

/**
 * Returns the new need if the lead changes it: the same thing with another kind of deal ('na verdade é pra alugar'), or another thing.
 * Never a new date.
 */
const otherNeed = (lines: readonly Line[], talk: Talk, told: string | null): string | null => {
  const before = fact(talk, 'need') ?? ''
  const changed = lines.filter(
    (line) =>
      SAID.changedMind.test(line.folded) &&
      !line.intents.has('meeting') &&
      !line.intents.has('reschedule') &&
      !isDated(line, talk),
  )
  if (changed.length === 0) return null
  const deal = firstOf(changed, ({ folded }) => SAID.onlyAnotherDeal.exec(folded)?.[1] ?? null)
  if (deal === null) return told
  return SAID.deal.test(before) ? before.replace(SAID.deal, deal) : `${deal} ${before}`
}

const shaped = ({ raw }: Line): string => needIn(tidy(raw))

/** Returns true if a line states a need explicitly. */
const tellsIt = ({ folded, intents }: Line): boolean =>
  tellsNeed(folded) &&
  !(['person', 'price', 'how', 'stop'] as const).some((intent) => intents.has(intent)) &&
  !SAID.wantsToKnow.test(folded) &&
  (!intents.has('meeting') || SAID.whatFor.test(folded))

export const needTopic: TopicBody = {
  takesRest: needIn,
  asks: (talk) => [wantsToBook(talk) ? 'booking' : ''],
  read: ({ lines: all, answering }, talk) => {
    const lines = all.filter((line) => saysNeed(line, talk))
    const open = lines.filter((line) => !isBareDate(line, talk))
    const told = open
      .filter(tellsIt)
      .map(shaped)
      .filter((text) => text.length > 3)
    const asked = firstOf(lines, askedFor)
    if (answering) {
      const free = open.filter((line) => !SAID.bareBooking.test(fold(shaped(line))))
      return openAnswer(free, needIn) ?? (told.length > 0 ? told.join(' ').slice(0, 140) : asked)
    }
    const first = told[0]?.slice(0, 140) ?? null
    return fact(talk, 'need') === null ? (first ?? asked) : otherNeed(lines, talk, first)
  },
}
