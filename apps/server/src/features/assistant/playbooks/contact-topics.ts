import { formatPhone } from '@prosa/contract/rules/phone'
import { isMurmur } from '../hear/business.ts'
import { emailIn, nameIn, onlyNameIn, phoneIn } from '../hear/contact.ts'
import { fold } from '../hear/fold.ts'
import type { Line } from '../hear/hear.ts'
import { doesNotSay, saysNo } from '../hear/intents.ts'
import { isOnlyWhen } from '../hear/when.ts'
import { comma, DECLINED, fact, firstName, firstOf, type Talk, type Topic } from './playbook.ts'

/** A placeholder that a channel gave is no name. */
export const isRealName = (name: string | null): name is string =>
  name !== null && /\p{L}{2}/u.test(name) && !/^(visitante|lead|cliente|contato|an[oô]nimo|web ?chat)\b/iu.test(name)

export const nameTopic: Topic = {
  key: 'name',
  stage: 'inicializacao',
  waiting: 'Aguardando o nome',
  isKnown: (talk) => talk.lead.name !== null,
  ask: () => [
    'Pra começar, como você se chama?',
    'Como posso te chamar?',
    'Me diz só o seu primeiro nome, pra eu registrar aqui direitinho?',
  ],
  read: (lines, talk, answering) => {
    const { now, timeZone } = talk.input
    const mayAnswer = (line: Line) => line.isFree && !isOnlyWhen(line.folded, now, timeZone)
    const name = firstOf(lines, (line) => nameIn(line.raw, answering && mayAnswer(line)))
    if (name !== null) return name
    // Asked before, and answered a question later: nothing but a name.
    if (!answering) return (talk.state.asked.name ?? 0) > 0 ? firstOf(lines, ({ raw }) => onlyNameIn(raw)) : null
    if (lines.some(({ folded }) => doesNotSay(folded) && /\b(nome|falar|dizer|informar|passar|identificar)\b/.test(folded)))
      return DECLINED
    const word = firstOf(lines, (line) => (mayAnswer(line) && /^\p{L}{3,}$/u.test(line.raw.trim()) ? line.raw.trim() : null))
    if (word === null || isMurmur(fold(word))) return null
    // No name that anybody knows; said again, it is one.
    if (talk.state.facts.unsureName === fold(word)) return nameIn(`me chamo ${word}`, false)
    talk.state.facts.unsureName = fold(word)
    return null
  },
  keep: (value, talk) => {
    talk.lead.name = value
    talk.patch.name = value
    delete talk.state.facts.unsureName
  },
  ack: (_value, talk) => [`Prazer${comma(talk)}!`, `Que bom falar com você${comma(talk)}!`],
  corrected: (value) => `Corrigi: ${value}.`,
}

const THIS_NUMBER =
  /\b(e )?(esse|este|nesse|neste|o mesmo|mesmo) (numero|que (eu )?(estou|falo|uso)|mesmo|aqui|whatsapp|telefone)\b|\bo que (eu )?estou (falando|usando)\b|\bo mesmo\b/

/** A phone given by the lead fills an empty field; it never replaces the one the channel knows. */
export const phoneTopic = (applies: (talk: Talk) => boolean): Topic => ({
  key: 'phone',
  stage: 'inicializacao',
  waiting: 'Aguardando telefone',
  applies,
  isKnown: (talk) => talk.lead.phone !== null,
  ask: (talk) =>
    talk.state.facts.unseenPhone !== undefined && talk.state.facts.partialPhone === undefined
      ? [
          'Por aqui eu não vejo o seu número. Me passa com o DDD, por favor?',
          'Daqui eu não vejo de que número você escreve. Qual é, com o DDD?',
          'O seu número não aparece pra mim: me escreve com o DDD?',
        ]
      : talk.state.facts.partialPhone === undefined
        ? [
            'Qual o melhor telefone, com DDD, pra equipe falar com você?',
            'Me passa um número com DDD? É só pra equipe confirmar com você.',
            'Pode ser o seu WhatsApp mesmo: qual é o número, com o DDD na frente?',
          ]
        : ['Faltou só o DDD. Qual é?', 'E o DDD desse número?', 'Me manda o número completo, com o DDD na frente?'],
  read: (lines, talk, answering) => {
    const half = fact(talk, 'partialPhone')
    const found = firstOf(lines, (line) => phoneIn(line.raw))
    if (found !== null && found !== 'no-area') return found.phone
    const area = half && answering ? firstOf(lines, (line) => /^\D*(\d{2})\D*$/.exec(line.raw)?.[1] ?? null) : null
    const joined = area && half ? phoneIn(`${area}${half}`) : null
    if (joined && joined !== 'no-area') return joined.phone
    if (answering && lines.some(({ folded }) => THIS_NUMBER.test(folded))) {
      talk.halfway = true
      talk.state.facts.unseenPhone = 'sim'
      return null
    }
    const isAbout = answering || lines.some(({ folded }) => /\b(telefone|celular|whatsapp|numero|liga\w*)\b/.test(folded))
    if (found === 'no-area' && isAbout) {
      talk.halfway = true
      talk.state.facts.partialPhone = lines
        .map((line) => line.raw.replace(/\D/g, ''))
        .join('')
        .slice(-9)
    }
    return answering && lines.some((line) => doesNotSay(line.folded) || saysNo(line.folded)) ? DECLINED : null
  },
  keep: (value, talk) => {
    delete talk.state.facts.partialPhone
    talk.lead.phone = value
    talk.patch.phone = value
  },
  ack: (value) => [`Anotei: ${formatPhone(value)}.`],
  corrected: (value) => `Corrigi o telefone: ${formatPhone(value)}.`,
})

export const emailTopic = (applies: (talk: Talk) => boolean, ask: (talk: Talk) => readonly string[]): Topic => ({
  key: 'email',
  stage: 'inicializacao',
  waiting: 'Aguardando e-mail',
  applies,
  isKnown: (talk) => talk.lead.email !== null,
  ask,
  read: (lines, _talk, answering) =>
    firstOf(lines, (line) => emailIn(line.raw)) ??
    (answering && lines.some((line) => doesNotSay(line.folded) || saysNo(line.folded)) ? DECLINED : null),
  keep: (value, talk) => {
    talk.lead.email = value
    talk.patch.email = value
  },
  ack: (_value, talk) => [`E-mail anotado${firstName(talk) ? `, ${firstName(talk)}` : ''}.`, 'Anotado o e-mail.'],
  corrected: (value) => `Corrigi o e-mail: ${value}.`,
})
