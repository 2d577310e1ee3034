import { moneyIn, teamSizeIn, timingIn } from '../understanding/business.ts'
import { companyIn } from '../understanding/contact.ts'
import { doesNotSay, refusesMeeting } from '../understanding/intents.ts'
import { moneyQuestion } from '../understanding/money-question.ts'
import type { Line } from '../understanding/understand.ts'
import { dataOf, emailTopic, nameTopic, phoneTopic } from './contact-topics.ts'
import { anotherTopic, dayTopic, hourTopic, wantsMeeting } from './date-topics.ts'
import { dayNamed, namesATime } from './dates.ts'
import { holdsPhone, needTopic, wantsToBook } from './need-topic.ts'
import SDR from './phrases/sdr.json' with { type: 'json' }
import { conclusion, type Playbook } from './playbook.ts'
import { cancelled, whenText } from './standing.ts'
import { fact, type Talk } from './talk.ts'
import { DECLINED, firstOf, left, leftOrRefused, openAnswer, openOrLeft, topicsOf, valueIn } from './topic.ts'
import { fill, fillKnown } from './words.ts'
import { WORRY_WORDS, worryIn, worryLabel, worryTold } from './worries.ts'

const qualifies = (talk: Talk) => !wantsToBook(talk)
const agreed = (talk: Talk) => wantsToBook(talk) || fact(talk, 'agrees') === 'sim'
const isCompany = (talk: Talk) => fact(talk, 'audience') === 'empresa' || talk.lead.company !== null

/** Leads are patients, or somebody asks for one. */
const forPatients = (talk: Talk) => moneyQuestion(talk.input.agent) === 'coverage'
const patients = (talk: Talk) => [forPatients(talk) ? 'patients' : '']

/** Someone who wants to sell or let has a price in mind, not a budget. */
const sells = (talk: Talk) => /\b(vender|anunciar|avaliar|(alugar|colocar) (o |a )?(meu|minha))\b/i.test(fact(talk, 'need') ?? '')

const AUDIENCES = [
  [/\b(nao e|nem) (para |da )?(uma )?empresa\b/, 'pessoal'],
  [
    /\b((minha|nossa|da|na|uma|para) empresa|empresarial|pessoa juridica|cnpj|meu negocio|minha loja|meu escritorio|minha equipe|meu time)\b/,
    'empresa',
  ],
] as const
const AUDIENCES_ANSWERED = [
  [/\b(empresa|negocio|loja|(para|pelo|do|da) (o |meu |a )?trabalho|firma|equipe|juridica)\b/, 'empresa'],
  [/\b(familia|filh[oa]s?|mae|pai|espos[oa]|marido|mulher|casal|namorad[oa]|irma[o]?|avo)\b/, 'família'],
  [/\b(mim|eu|pessoal|fisica|mesm[oa]|meu|minha|uso proprio|morar|nos)\b/, 'pessoal'],
] as const

const INSURER =
  /\b(unimed|amil|bradesco saude|sul ?america|hapvida|notre ?dame|cassi|porto seguro|golden cross|prevent senior|geap|ipsemg)\b/
const NO_INSURER = /\bparticular\b|\b(nao (tenho|tem|uso)|sem) (nenhum )?(convenio|plano)\b/
const titled = (name: string): string => name.replace(/\b\p{L}/gu, (letter) => letter.toLocaleUpperCase('pt-BR'))
const withoutVerb = (raw: string): string =>
  raw.replace(/^((eu|n[oó]s) )?(tenho|temos|uso|é|pelo|pela|por|do|da) ((o|a) )?/iu, '')

const URGENT_OR_DATED =
  /\b(urgente|urgencia|o quanto antes|(para|ate|em) (o (mes|ano) que vem|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro))\b/
const MEETING_WORDS = /\b(marca|marcar|conversa|reuniao)\b/
const IN_WRITING = /\b(por (mensagem|aqui|escrito|email|e-mail|whatsapp)|manda (aqui|por)|sem reuniao|nao precisa)\b/

/** 'Não quero marcar nada', and no other day in the same breath. */
const refusesToMeet = (lines: readonly Line[], talk: Talk): boolean =>
  lines.some((line) => refusesMeeting(line.folded) && dayNamed(line, talk) === null)

const forWhen = (when: string): string | null => {
  if (/^(o quanto antes|daqui)/.test(when)) return when
  if (/^[oa] /.test(when)) return `pr${when}`
  return /^(esta|este|hoje|amanhã)/.test(when) ? `pra ${when}` : null
}

/** What was understood, to be said back in one line: only the lead's own, short and clean words. */
const recap = (talk: Talk): string | null => {
  const [about, money, when] = [fact(talk, 'need'), fact(talk, 'budget'), fact(talk, 'timing')]
  const isClean = about !== null && about.length <= 70 && !about.includes('(link)')
  const known = [isClean ? about : null, money, when && forWhen(when)].filter((part) => part !== null)
  return known.length >= 2 ? known.join(', ') : null
}

/** What the lead is heading for, as the team reads it. */
const nextStep = (talk: Talk): string[] => {
  const when = whenText(talk)
  if (!agreed(talk)) return fact(talk, 'agrees') ? [SDR['next inWriting']] : []
  if (when) return [fill(SDR['next when'], { when })]
  return cancelled(talk) ? [] : [SDR['next open']]
}

/** The first talk: who it is, what is needed, and a time with the team. */
export const sdr: Playbook = {
  purpose: SDR.purpose,
  topics: topicsOf(SDR.topics, {
    another: anotherTopic,
    booking: {
      applies: () => false,
      isLoud: true,
      read: ({ lines }, talk) => (lines.some((line) => line.intents.has('meeting')) || namesATime(lines, talk) ? 'sim' : null),
      // A day and an hour are said back instead.
      tone: (_value, talk) => (whenText(talk) ? 'dated' : ''),
    },
    name: nameTopic,
    need: needTopic,
    audience: {
      applies: (talk) => qualifies(talk) && talk.lead.company === null,
      asks: patients,
      read: ({ said }) => valueIn(said, AUDIENCES),
      answer: (burst) => valueIn(burst.said, AUDIENCES_ANSWERED) ?? left(burst),
    },
    company: {
      ...dataOf('company'),
      applies: (talk) => qualifies(talk) && isCompany(talk),
      read: ({ lines, answering }) =>
        firstOf(
          // 'Quem é o dono do prédio?' names nobody's company.
          lines.filter((line) => !line.isQuestion || line.folded.includes('empresa')),
          (line) => companyIn(line.raw, answering && line.isFree && !doesNotSay(line.folded)),
        ),
    },
    teamSize: {
      applies: (talk) => qualifies(talk) && isCompany(talk),
      read: ({ lines, answering }) => firstOf(lines, (line) => teamSizeIn(line.folded, answering)),
      answer: left,
    },
    /** How the care is paid for: in the place of a budget where people are cared for. */
    coverage: {
      applies: (talk) => qualifies(talk) && forPatients(talk),
      read: ({ lines, said, answering }) => {
        const insurer = INSURER.exec(said)?.[1]
        if (insurer) return (answering ? openAnswer(lines, withoutVerb) : null) ?? titled(insurer)
        return NO_INSURER.test(said) ? 'particular' : null
      },
      answer: ({ lines, yes, no, unsure }) => {
        if (unsure) return DECLINED
        return no ? 'particular' : (openAnswer(lines, withoutVerb) ?? (yes ? 'convênio' : null))
      },
    },
    budget: {
      applies: (talk) => qualifies(talk) && moneyQuestion(talk.input.agent) === 'budget',
      asks: (talk) => [sells(talk) ? 'sells' : ''],
      read: ({ lines, answering }) =>
        firstOf(lines, ({ raw, folded }) => (/\brenda\b/.test(folded) || holdsPhone(raw) ? null : moneyIn(folded, answering))),
      answer: leftOrRefused,
    },
    timing: {
      applies: qualifies,
      read: ({ lines, answering, no }, talk) => {
        if (namesATime(lines, talk)) return null
        const soon = firstOf(lines, ({ folded }) => (answering || URGENT_OR_DATED.test(folded) ? timingIn(folded) : null))
        return soon ?? (answering ? (no ? DECLINED : openOrLeft({ lines })) : null)
      },
    },
    /** Something that holds the lead back, met before anything else is asked. */
    worry: {
      isLoud: true,
      words: WORRY_WORDS,
      applies: () => false,
      mayChange: true,
      read: ({ lines }, talk) =>
        agreed(talk) || ['timing', 'need'].includes(talk.memory.pending ?? '') ? null : worryTold(lines),
    },
    /** A gentler next step for whoever is not ready to meet. */
    softly: {
      stage: 'pitch',
      applies: (talk) =>
        qualifies(talk) && fact(talk, 'agrees') === null && fact(talk, 'worry') !== null && (talk.memory.asked.agrees ?? 0) > 0,
      answer: ({ lines, said, yes, no }, talk) => {
        if (worryIn(lines)) return null
        if (lines.some((line) => line.intents.has('meeting')) || MEETING_WORDS.test(said)) return 'não'
        if (!no && !yes) return null
        talk.memory.facts.agrees = no ? 'depois' : 'por mensagem'
        return no ? 'não' : 'sim'
      },
    },
    agrees: {
      stage: 'pitch',
      applies: qualifies,
      asks: patients,
      values: (talk) => ({ recap: recap(talk) }),
      read: ({ lines }, talk) => (refusesToMeet(lines, talk) ? 'por mensagem' : null),
      answer: (burst, talk) => {
        const { lines } = burst
        if (worryIn(lines)) return null
        const told = lines.flatMap(({ isQuestion, folded }) => (isQuestion ? [] : folded)).join(' ')
        const wants = IN_WRITING.test(told) ? 'no' : wantsMeeting(burst, talk)
        if (wants === 'no') return 'por mensagem'
        const isNamed = lines.some((line) => line.intents.has('meeting')) || MEETING_WORDS.test(told)
        return wants === 'yes' || isNamed || /\btenho interesse\b/.test(told) ? 'sim' : null
      },
    },
    day: dayTopic(agreed),
    hour: hourTopic(agreed),
    phone: phoneTopic(),
    email: emailTopic(agreed),
  }),
  usual: ['audience', 'company', 'teamSize', 'coverage', 'budget', 'timing'],
  besides: () => false,
  knows: ['how'],
  putsOff: 'price',
  answers: SDR.answers,
  conclude: (talk) =>
    agreed(talk) ? conclusion(talk, SDR.ends.agreed, 'agendamento') : conclusion(talk, SDR.ends.inWriting, 'pitch'),
  summary: (talk) => {
    const { facts } = talk.memory
    const forWhom = { família: SDR['forWhom família'], pessoal: SDR['forWhom pessoal'] }[facts.audience ?? '']
    const money = sells(talk) ? SDR['money asked'] : SDR.money
    const profile = fillKnown(SDR.profile, { ...facts, forWhom, money }).join('; ')
    const worries = agreed(talk) ? null : worryLabel(fact(talk, 'worry'))
    return [...fillKnown(SDR.summary, { ...facts, profile, worries }), ...nextStep(talk)]
  },
}
