import { isMurmur, needIn, saysSomething, tellsNeed } from '../understanding/business.ts'
import { phoneIn } from '../understanding/contact.ts'
import { fold } from '../understanding/fold.ts'
import { doesNotSay, saysNo } from '../understanding/intents.ts'
import { tidy } from '../understanding/tidy.ts'
import type { Line } from '../understanding/understand.ts'
import { isBareDate, isDated } from './dates.ts'
import { fact, type Talk } from './talk.ts'
import { firstOf, openAnswer, type TopicBody } from './topic.ts'

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
  const changed = lines.filter(
    (line) =>
      CHANGED_MIND.test(line.folded) && !line.intents.has('meeting') && !line.intents.has('reschedule') && !isDated(line, talk),
  )
  if (changed.length === 0) return null
  const deal = firstOf(changed, ({ folded }) => ONLY_ANOTHER_DEAL.exec(folded)?.[1] ?? null)
  if (deal === null) return told
  return DEAL.test(before) ? before.replace(DEAL, deal) : `${deal} ${before}`
}

/** 'Quero marcar uma visita' says that, not what for. */
const BARE_BOOKING =
  /^(marcar|agendar|fazer|marca|agenda)( um| uma)?( (visita|reuniao|consulta|horario|conversa|agendamento|avaliacao))?$/
const WANTS_TO_KNOW = /\bsaber (se|quanto|quando|qual|como|onde)\b/
const WHAT_FOR = /\b(para|sobre|do|da|de um|de uma|num|numa|com(?! voces?| a equipe| alguem| o time))\b/
const shaped = ({ raw }: Line): string => needIn(tidy(raw))

/** A line that says what is looked for, in so many words. */
const tellsIt = ({ folded, intents }: Line): boolean =>
  tellsNeed(folded) &&
  !(['person', 'price', 'how', 'stop'] as const).some((intent) => intents.has(intent)) &&
  !WANTS_TO_KNOW.test(folded) &&
  (!intents.has('meeting') || WHAT_FOR.test(folded))

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
      const free = open.filter((line) => !BARE_BOOKING.test(fold(shaped(line))))
      return openAnswer(free, needIn) ?? (told.length > 0 ? told.join(' ').slice(0, 140) : asked)
    }
    const first = told[0]?.slice(0, 140) ?? null
    return fact(talk, 'need') === null ? (first ?? asked) : otherNeed(lines, talk, first)
  },
}
