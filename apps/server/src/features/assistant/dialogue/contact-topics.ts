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

/** A placeholder that a channel gave is no name. */
export const isRealName = (name: string | null): name is string =>
  name !== null && /\p{L}{2}/u.test(name) && !/^(visitante|lead|cliente|contato|an[oô]nimo|web ?chat)\b/iu.test(name)

/** Data of the lead: known where the lead's record holds it, and kept there. */
export const dataOf = (field: keyof LeadData): Pick<TopicBody, 'isKnown'> & Required<Pick<TopicBody, 'keep'>> => ({
  isKnown: ({ lead }) => lead[field] !== null,
  keep: (value, { lead, patch }) => {
    lead[field] = value
    patch[field] = value
  },
})

export const nameTopic: TopicBody = {
  ...dataOf('name'),
  // A lead that was promised a person is not asked who it is.
  applies: (talk) => !isCalled(talk),
  read: ({ lines, answering }, talk) => {
    const { now, timeZone } = talk.input
    const { facts } = talk.memory
    const mayAnswer = (line: Line) => line.isFree && !isOnlyWhen(line.folded, now, timeZone)
    const name = firstOf(lines, (line) => nameIn(line.raw, answering && mayAnswer(line)))
    if (name !== null) return name
    // Nothing but a name, a question later or to a person that was promised.
    if (!answering)
      return isCalled(talk) || (talk.memory.asked.name ?? 0) > 0 ? firstOf(lines, ({ raw }) => onlyNameIn(raw)) : null
    if (lines.some(({ folded }) => doesNotSay(folded) && SAID.willNotSay.test(folded))) return DECLINED
    const word = firstOf(lines, (line) => (mayAnswer(line) && /^\p{L}{3,}$/u.test(line.raw.trim()) ? line.raw.trim() : null))
    if (word === null || isMurmur(fold(word))) return null
    // No name that anybody knows; said again, it is one.
    if (facts.unsureName === fold(word)) return nameIn(`me chamo ${word}`, false)
    facts.unsureName = fold(word)
    return null
  },
  keep: (value, talk) => {
    dataOf('name').keep(value, talk)
    delete talk.memory.facts.unsureName
  },
}

/** A phone given by the lead fills an empty field; it never replaces the one the channel knows. */
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
  // A number without its area code was no refusal.
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

/** A lead who wants to book is not held up by questions about budget and size. */
export const wantsToBook = (talk: Talk) => fact(talk, 'booking') === 'sim'

/** A phone, or as many digits: no sum of money, and no wish. */
export const holdsPhone = (raw: string): boolean => {
  const phone = phoneIn(raw)
  return (phone !== null && phone !== 'no-area') || /\d{9,}/.test(raw)
}

/** A line that may tell what is looked for: no number, no refusal, no name. */
const saysNeed = ({ raw, folded, intents }: Line, talk: Talk): boolean =>
  !holdsPhone(raw) &&
  !isMurmur(folded) &&
  !intents.has('angry') &&
  !intents.has('insult') &&
  !/^desculp\w+ (a|pela) (demora|falta)\b/.test(folded) &&
  !(folded.split(' ').length <= 4 && (saysNo(folded) || doesNotSay(folded))) &&
  fold(raw) !== fold(talk.patch.name ?? '')

/** 'Vocês têm apê em Moema?', 'quanto custa a limpeza?': a question that names the thing says what is looked for. */
const ASKED_FOR =
  /^(?:(?:oi+|ol[aá]|opa|bom dia|boa tarde|boa noite)[\s,.!]*)*(?:(?:e|vc|vcs|voc[eê]s?|a[ií])\s+)*(?:tem|t[eê]m|teriam|vendem?|alugam?|fazem|faz|atendem?|trabalham com|(?:qual\s+)?(?:[eé]\s+)?(?:o\s+)?(?:valor|pre[cç]o)\s+d[aoe]s?|quanto\s+(?:custa|[eé]|fica|sai|est[aá]))\s+(?!\s)(?:(?:um|uma|o|a|os|as)\s+(?!\s))?(.*[^\s?!.])[\s?!.]*$/iu
const askedFor = ({ raw, folded, isQuestion, matters }: Line): string | null => {
  // 'Consulta particular' is a visit, whoever pays.
  const isOpen = matters.every((matter) => matter === 'o convênio' && /\b(consulta|exame|avaliacao)\b/.test(folded))
  const thing = isQuestion && isOpen ? (ASKED_FOR.exec(raw.trim())?.[1] ?? '') : ''
  return thing !== '' && saysSomething(fold(thing)) && !SAID.noThing.test(fold(thing)) ? tidy(thing) : null
}

/** What is looked for instead: the same thing dealt with otherwise ('na verdade é pra alugar'), or another; never a new date. */
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

/** A line that says what is looked for, in so many words. */
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
