import { isMurmur, needIn, saysSomething, tellsNeed } from '../hear/business.ts'
import { phoneIn } from '../hear/contact.ts'
import { dayIn } from '../hear/day.ts'
import { fold } from '../hear/fold.ts'
import type { Line } from '../hear/hear.ts'
import { hourIn } from '../hear/hour.ts'
import { doesNotSay, saysNo } from '../hear/intents.ts'
import { tidy } from '../hear/tidy.ts'
import { isOnlyWhen } from '../hear/when.ts'
import { openAnswer } from './open-answer.ts'
import { fact, firstOf, type Talk, type Topic } from './playbook.ts'

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
  /^(?:(?:oi+|ol[aá]|opa|bom dia|boa tarde|boa noite)[\s,.!]*)*(?:(?:e|vc|vcs|voc[eê]s?|a[ií])\s+)*(?:tem|t[eê]m|teriam|vendem?|alugam?|fazem|faz|atendem?|trabalham com|(?:qual\s+)?(?:[eé]\s+)?(?:o\s+)?(?:valor|pre[cç]o)\s+d[aoe]s?|quanto\s+(?:custa|[eé]|fica|sai|est[aá]))\s+(?:(?:um|uma|o|a|os|as)\s+)?(.+?)[\s?!.]*$/iu
const NO_THING =
  /^(alguem|gente|atendente|pessoa|humano|site|instagram|insta|filial|wifi|loja|unidade|app|aplicativo|horario\w*|previsao|como|certeza|mais|outr\w+|algum\w*|problema|jeito|que|isso|ai|aqui|hoje|amanha|por|para|em|n[ao]|de|visita|reuniao|sabado|domingo|ele|ela|voce)\b/
const askedFor = ({ raw, folded, isQuestion, matters }: Line): string | null => {
  // 'Consulta particular' is a visit, whoever pays.
  const isOpen = matters.every((matter) => matter === 'o convênio' && /\b(consulta|exame|avaliacao)\b/.test(folded))
  const thing = isQuestion && isOpen ? (ASKED_FOR.exec(raw.trim())?.[1] ?? '') : ''
  return thing !== '' && saysSomething(fold(thing)) && !NO_THING.test(fold(thing)) ? tidy(thing) : null
}

const DEAL = /\b(comprar|alugar|vender)\b/
const ONLY_ANOTHER_DEAL = /\b(comprar|alugar|vender)(?: mesmo| na verdade)?[.!]*$/
const CHANGED_MIND = /\b(na verdade|quis dizer|quer dizer|mudei de ideia|pensando melhor|esque\w+|alias)\b/

/** What is looked for instead: the same thing dealt with otherwise ('na verdade é pra alugar'), or another; never a new date. */
const otherNeed = (lines: readonly Line[], talk: Talk, told: string | null): string | null => {
  const before = fact(talk, 'need') ?? ''
  const { now, timeZone } = talk.input
  const changed = lines.filter(
    ({ folded, intents }) =>
      CHANGED_MIND.test(folded) &&
      !intents.has('meeting') &&
      !intents.has('reschedule') &&
      dayIn(folded, now, timeZone) === null &&
      hourIn(folded, false) === null,
  )
  if (changed.length === 0) return null
  const deal = firstOf(changed, ({ folded }) => ONLY_ANOTHER_DEAL.exec(folded)?.[1] ?? null)
  if (deal === null) return told
  return DEAL.test(before) ? before.replace(DEAL, deal) : `${deal} ${before}`
}

/** 'Quero marcar uma visita' says that, not what for. */
const BARE_BOOKING =
  /^(marcar|agendar|fazer|marca|agenda)( um| uma)?( (visita|reuniao|consulta|horario|conversa|agendamento|avaliacao))?$/

export const need: Topic = {
  key: 'need',
  takesRest: needIn,
  stage: 'qualificacao',
  waiting: 'Aguardando o que procura',
  ask: (talk) =>
    wantsToBook(talk)
      ? [
          'Sobre o que você quer conversar? Assim a equipe já chega preparada.',
          'Qual é o assunto, em poucas palavras?',
          'Me conta em uma frase o que você precisa?',
        ]
      : [
          'Me conta: o que você está procurando?',
          'O que te trouxe até aqui? Pode falar do seu jeito.',
          'Em uma frase, com o que a gente pode te ajudar?',
        ],
  read: (all, talk, answering) => {
    const lines = all.filter((line) => saysNeed(line, talk))
    const wish = lines.filter(
      (line) =>
        tellsNeed(line.folded) &&
        !line.intents.has('person') &&
        !line.intents.has('price') &&
        !line.intents.has('how') &&
        !line.intents.has('stop') &&
        !/\bsaber (se|quanto|quando|qual|como|onde)\b/.test(line.folded) &&
        !isOnlyWhen(line.folded, talk.input.now, talk.input.timeZone),
    )
    const told = wish.filter(
      (line) =>
        !line.intents.has('meeting') ||
        /\b(para|sobre|do|da|de um|de uma|num|numa|com(?! voces?| a equipe| alguem| o time))\b/.test(line.folded),
    )
    const shaped = told.map((line) => needIn(tidy(line.raw))).filter((text) => text.length > 3)
    const free = lines.filter(
      (line) => !isOnlyWhen(line.folded, talk.input.now, talk.input.timeZone) && !BARE_BOOKING.test(fold(needIn(tidy(line.raw)))),
    )
    const asked = firstOf(lines, askedFor)
    if (answering) return openAnswer(free, needIn) ?? (shaped.length > 0 ? shaped.join(' ').slice(0, 140) : asked)
    const first = shaped[0]?.slice(0, 140) ?? null
    return fact(talk, 'need') === null ? (first ?? asked) : otherNeed(lines, talk, first)
  },
  ack: () => ['Legal, já anotei.', 'Entendi, boa.'],
  corrected: (value) => `Certo, corrigi: ${value}.`,
}
