import { formatPhone } from '@prosa/contract/rules/phone'
import { isMurmur } from '../understanding/business.ts'
import { emailIn, nameIn, onlyNameIn, phoneIn } from '../understanding/contact.ts'
import { fold } from '../understanding/fold.ts'
import { doesNotSay } from '../understanding/intents.ts'
import type { Line } from '../understanding/understand.ts'
import { isOnlyWhen } from '../understanding/when.ts'
import { fact, type Talk } from './talk.ts'
import { DECLINED, firstOf, leftOrRefused, type TopicBody } from './topic.ts'

/** A placeholder that a channel gave is no name. */
export const isRealName = (name: string | null): name is string =>
  name !== null && /\p{L}{2}/u.test(name) && !/^(visitante|lead|cliente|contato|an[oô]nimo|web ?chat)\b/iu.test(name)

/** Data of the lead: known where the lead's record holds it, and kept there. */
export const dataOf = (
  field: 'name' | 'company' | 'phone' | 'email',
): Pick<TopicBody, 'isKnown'> & Required<Pick<TopicBody, 'keep'>> => ({
  isKnown: ({ lead }) => lead[field] !== null,
  keep: (value, { lead, patch }) => {
    lead[field] = value
    patch[field] = value
  },
})

const WILL_NOT_SAY = /\b(nome|falar|dizer|informar|passar|identificar)\b/

export const nameTopic: TopicBody = {
  ...dataOf('name'),
  stage: 'inicializacao',
  read: ({ lines, answering }, talk) => {
    const { now, timeZone } = talk.input
    const { facts } = talk.memory
    const mayAnswer = (line: Line) => line.isFree && !isOnlyWhen(line.folded, now, timeZone)
    const name = firstOf(lines, (line) => nameIn(line.raw, answering && mayAnswer(line)))
    if (name !== null) return name
    // Asked before, and answered a question later: nothing but a name.
    if (!answering) return (talk.memory.asked.name ?? 0) > 0 ? firstOf(lines, ({ raw }) => onlyNameIn(raw)) : null
    if (lines.some(({ folded }) => doesNotSay(folded) && WILL_NOT_SAY.test(folded))) return DECLINED
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

const THIS_NUMBER =
  /\b(e )?(esse|este|nesse|neste|o mesmo|mesmo) (numero|que (eu )?(estou|falo|uso)|mesmo|aqui|whatsapp|telefone)\b|\bo que (eu )?estou (falando|usando)\b|\bo mesmo\b/

/** A phone given by the lead fills an empty field; it never replaces the one the channel knows. */
export const phoneTopic = (applies: (talk: Talk) => boolean = () => true): TopicBody => ({
  ...dataOf('phone'),
  stage: 'inicializacao',
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
    if (answering && lines.some(({ folded }) => THIS_NUMBER.test(folded))) {
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
  stage: 'inicializacao',
  applies,
  asks: (talk) => [of(talk)],
  read: ({ lines }) => firstOf(lines, (line) => emailIn(line.raw)),
  answer: leftOrRefused,
})
