import { saysSomething, timingIn } from '../understanding/business.ts'
import { affirmed, isConditional } from '../understanding/clauses.ts'
import { tidy } from '../understanding/tidy.ts'
import type { Line } from '../understanding/understand.ts'
import { emailTopic, nameTopic, phoneTopic } from './contact-topics.ts'
import { anotherTopic, dayTopic, hourTopic, wantsMeeting } from './date-topics.ts'
import CLOSER from './phrases/closer.json' with { type: 'json' }
import WORRIES from './phrases/worries.json' with { type: 'json' }
import { conclusion, type Playbook } from './playbook.ts'
import { setDate, whenText } from './standing.ts'
import { fact, forget, type Talk } from './talk.ts'
import { firstOf, openAnswer, openOrLeft, type TopicBody, topicsOf } from './topic.ts'
import { fill, fillKnown } from './words.ts'
import { WORRY_WORDS, worryIn, worryLabel, worryTold } from './worries.ts'

const AGREES =
  /\b(quero fechar|pode(mos)? fechar|vamos fechar|bora fechar|fechar negocio|(entao|pode|bora|vamos) fecha|fecha (entao|negocio)|negocio fechado|esta fechado|fechad[oa] entao|manda o contrato|pode mandar o contrato|me manda o contrato|aceito a proposta|vou querer|pode (seguir|prosseguir|emitir)|vamos em frente|onde (eu )?assino|quero assinar|vamos assinar)\b/
/** What turns a yes into something else: a wish to read first, to think, to pay less, or somebody else's offer. */
const TURNS_AWAY =
  /^ (?:um |uma |o |a |mais |so |me )*(?:desconto|abatimento|tempo|prazo|pensar|ver|ler|olhar|conversar|falar|negociar|mudar|saber|consultar|mostrar|revisar|analisar|entender|parcel\w+|perguntar|tirar)\b|\bcom (?:a |o )?outr|\bantes(?: de (?:decidir|fechar|assinar|dar|tudo|mais nada|qualquer)|$)|\bprimeiro$|\bpara eu (?:ler|ver|olhar|analisar|revisar|conferir|mostrar)\b/

/** A yes to the proposal: not denied, under no condition, and not to something else. */
const acceptsIn = (lines: readonly Line[]): boolean =>
  lines.some(({ folded, isQuestion }) => {
    const yes = isQuestion || isConditional(folded) ? null : affirmed(folded, AGREES)
    return yes !== null && !TURNS_AWAY.test(yes.input.slice(yes.index + yes[0].length))
  })

const REFUSES =
  /\b(nao (vou|quero|vamos|queremos|pretendo|iremos) (mais )?(querer|fechar|seguir|continuar|comprar|contratar|aceitar|a proposta|o orcamento)|nao (tenho|temos) (mais )?interesse(?! (no|na|nesse|nessa|em|pelo|pela)\b(?! proposta))|sem interesse|perdi o interesse|desist(i|o|imos)|(comprei|fechei|aluguei|contratei|fechamos|compramos|alugamos|(esta|estou) fechad[oa]) (tudo )?(com|em|n[ao]) (a |o |um |uma )?outr\w+|vou (ficar|fechar|fazer) com (a |o )?outr\w+|recuso a proposta|nao aceito a proposta)\b|^nao quero mais( nao)?$/
const NOT_YET = /\b(agora|ainda|por enquanto|hoje|est?e mes|sem|antes|enquanto|ate|se|quase)\b/

/** A no for good: not 'agora não', nor 'não fecho sem desconto'. */
export const refusesIn = (lines: readonly Line[]): boolean =>
  lines.some(({ folded, isQuestion }) => !isQuestion && REFUSES.test(folded) && !NOT_YET.test(folded))

const NO_DOUBT = 'nenhuma dúvida'
const proposalIs = (state: string) => (talk: Talk) => fact(talk, 'proposal') === state
const [seen, notSeen, notReceived] = [proposalIs('vista'), proposalIs('não vista'), proposalIs('não recebida')]
const accepted = (talk: Talk) => fact(talk, 'decision') === 'sim'
const refused = (talk: Talk) => fact(talk, 'decision') === 'não'
const isOpen = (talk: Talk) => !accepted(talk) && !refused(talk)
const objection = (talk: Talk) => (isOpen(talk) ? fact(talk, 'objection') : null)
const postponed = (talk: Talk) => objection(talk) === 'tempo'
const wantsTalk = (talk: Talk) =>
  accepted(talk) ||
  (fact(talk, 'callBack') === 'sim' && ((!refused(talk) && !notReceived(talk)) || (objection(talk) !== null && !postponed(talk))))
const signing = (talk: Talk): string => (accepted(talk) ? 'signing' : '')

/** What the lead still wants settled, in their words. */
const openPoint = (talk: Talk): string | null => (fact(talk, 'concern') === NO_DOUBT ? null : fact(talk, 'concern'))

/** What the lead said of what holds them back now. */
const followUp = (talk: Talk): string | null => fact(talk, `followUp:${objection(talk)}`)

const NOT_RECEIVED =
  /\bnao (recebi|chegou|veio|achei|encontrei|tenho) ?(a |nenhuma |essa )?(proposta|nada)?\b|\bnao me (mand|envi|pass)\w+ (a |o |nenhuma |essa |minha )?(proposta|orcamento|nada)\b|\bcade (a |minha )?proposta\b|\bque proposta\b|\bqual proposta\b|\bnao chegou\b/
const SEEN =
  /\b(vi|li|olhei|analisei|recebi|dei uma olhada|avaliei|estudei) (a |o |sua |seu |ja |n[ao] )*(proposta|orcamento)\b|\b(proposta|orcamento)\b.{0,30}\b(ja )?(vi|li|recebi|chegou)( sim)?\b/
const NOT_SEEN =
  /\b(nao|nem) (vi|li|olhei|abri|deu tempo|consegui (ver|ler|olhar|abrir)|tive tempo)\b|\bvou (ver|olhar|ler|dar uma olhada)\b/
const NOT_SEEN_ANSWERED = /\b(ainda nao|nao (deu|consegui|tive)|vou (ver|olhar|ler))\b/
const SEEN_ANSWERED = /\b(vi|li|olhei|gostei|adorei|recebi|chegou|boa|boas|interessante)\b/
const NOTHING_OPEN =
  /\b(nenhuma?|nada|tudo (certo|ok|bem|claro|otimo)|sem duvidas?|gostei|adorei|perfeit[oa]|otim[oa]|boa|bom|excelente|show|top|de acordo)\b/

/** 'Não vista', where nothing is known yet. */
const unseen = (talk: Talk): string | null => (fact(talk, 'proposal') === null ? 'não vista' : null)

/** One question for each thing that holds a lead back: a new worry is asked about anew, and keeps its own answer. */
const followUps: Readonly<Record<string, TopicBody>> = Object.fromEntries(
  Object.entries(WORRIES).map(([name, { ask }]) => [
    `followUp:${name}`,
    {
      stage: 'pitch',
      words: { ...CLOSER.topics.followUp, ask },
      applies: (talk) => objection(talk) === name && fact(talk, 'callBack') !== 'sim',
      answer: ({ lines }) => {
        const held = worryIn(lines)
        if (![null, name].includes(held) || lines.some(({ intents }) => intents.has('meeting'))) return null
        if (held === name && lines.every((line) => line.folded.split(' ').length < 5)) return null
        const resume = name === 'tempo' ? firstOf(lines, ({ folded }) => timingIn(folded)) : null
        // 'O preço, né' answers, though it could ask elsewhere.
        const brief = firstOf(lines, ({ raw, folded, isQuestion }) =>
          !isQuestion && saysSomething(folded) && folded.split(' ').length <= 4 ? tidy(raw) : null,
        )
        return resume ?? openOrLeft({ lines }) ?? brief
      },
    } satisfies TopicBody,
  ]),
)

const { ends, standing } = CLOSER

/** Where the lead stands: a yes, what holds them back, or what is still open. */
const standingOf = (talk: Talk): string | null => {
  const [worries, concern] = [worryLabel(objection(talk)), fact(talk, 'concern')]
  const more = followUp(talk) ?? fact(talk, 'blocker')
  if (accepted(talk)) return standing.accepted
  if (refused(talk)) return standing.refused
  if (worries) return fill(standing.held, { worries, more })
  if (more) return fill(standing.lacks, { more })
  return concern && (concern === NO_DOUBT ? standing.noDoubt : fill(standing.point, { concern }))
}

/** The last mile: has the proposal been read, what holds the lead back, and a yes with a date. */
export const closer: Playbook = {
  purpose: CLOSER.purpose,
  topics: topicsOf(CLOSER.topics, {
    another: anotherTopic,
    // Whoever has said no is asked nothing.
    name: { ...nameTopic, applies: (talk) => !refused(talk) },
    proposal: {
      mayChange: true,
      tone: (value, talk) => (value === 'vista' && (accepted(talk) || objection(talk)) ? 'decided' : value),
      read: ({ lines, said, answering }, talk) => {
        if (NOT_RECEIVED.test(said) && (answering || said.includes('proposta'))) return 'não recebida'
        if (SEEN.test(said) && !/\b(nao|nem) (vi|li|olhei|analisei)\b/.test(said)) return 'vista'
        if (NOT_SEEN.test(said)) return unseen(talk)
        return acceptsIn(lines) || refusesIn(lines) || worryIn(lines) ? 'vista' : null
      },
      answer: ({ said, yes, no }, talk) => {
        if (NOT_SEEN.test(said) || NOT_SEEN_ANSWERED.test(said) || no) return unseen(talk)
        return yes || SEEN_ANSWERED.test(said) ? 'vista' : null
      },
    },
    objection: {
      isLoud: true,
      stage: 'pitch',
      words: WORRY_WORDS,
      applies: () => false,
      mayChange: true,
      read: ({ lines }) => {
        if (acceptsIn(lines) || refusesIn(lines)) return null
        const held = worryTold(lines)
        return held === 'tempo' && lines.some((line) => NOT_SEEN.test(line.folded)) ? null : held
      },
      keep: (_value, talk) => {
        if (!accepted(talk)) return
        // A yes with a worry behind it is none: the day was for signing.
        forget(talk, 'decision')
        setDate(talk, { day: undefined, date: undefined, hour: undefined })
        talk.memory.facts.tookBack = 'sim'
      },
      tone: (value, talk, occasion) => (occasion === 'alert' && fact(talk, 'tookBack') !== null ? 'tookBack' : value),
      values: (talk) => ({ worries: worryLabel(fact(talk, 'objection')) }),
    },
    concern: {
      stage: 'pitch',
      applies: (talk) => seen(talk) && isOpen(talk) && objection(talk) === null,
      answer: ({ lines, said, yes, no }) => {
        if (worryIn(lines) || acceptsIn(lines) || refusesIn(lines)) return null
        return NOTHING_OPEN.test(said) || no || yes ? NO_DOUBT : openAnswer(lines)
      },
    },
    ...followUps,
    decision: {
      isLoud: true,
      stage: 'pitch',
      applies: (talk) => seen(talk) && !refused(talk) && objection(talk) === null && openPoint(talk) === null,
      mayChange: true,
      read: ({ lines }) => (acceptsIn(lines) ? 'sim' : refusesIn(lines) ? 'não' : null),
      answer: ({ lines, yes, no, unsure }) => {
        if (worryIn(lines)) return null
        if (no || unsure) return 'ainda não'
        return yes ? 'sim' : null
      },
    },
    blocker: {
      stage: 'pitch',
      applies: (talk) => fact(talk, 'decision') === 'ainda não' && objection(talk) === null,
      answer: ({ lines }) => (worryIn(lines) ? null : openOrLeft({ lines })),
    },
    callBack: {
      // Whoever declined may still want it later.
      mayChange: true,
      stage: 'pitch',
      applies: (talk) =>
        isOpen(talk) &&
        !postponed(talk) &&
        (notSeen(talk) || fact(talk, 'blocker') !== null || openPoint(talk) !== null || objection(talk) !== null),
      asks: (talk) => [objection(talk) === 'autoridade' ? 'together' : notSeen(talk) ? 'explain' : ''],
      read: ({ lines }) => (lines.some((line) => line.intents.has('meeting')) ? 'sim' : null),
      answer: (burst, talk) => {
        const wants = worryIn(burst.lines) ? null : wantsMeeting(burst, talk)
        return wants && (wants === 'yes' ? 'sim' : 'não')
      },
    },
    email: emailTopic((talk) => accepted(talk) || notReceived(talk), signing),
    day: dayTopic(wantsTalk, signing),
    hour: hourTopic(wantsTalk),
    phone: phoneTopic(wantsTalk),
  }),
  usual: ['concern'],
  besides: () => true,
  knows: ['how'],
  answers: CLOSER.answers,
  conclude: (talk) => {
    if (accepted(talk)) return conclusion(talk, ends.accepted, 'fechamento')
    if (refused(talk)) return conclusion(talk, ends.refused, 'pitch')
    if (postponed(talk)) return conclusion(talk, ends.postponed, 'pitch', { resume: followUp(talk) })
    if (notReceived(talk)) return conclusion(talk, ends.notReceived, 'qualificacao')
    return whenText(talk) ? conclusion(talk, ends.dated, 'agendamento') : conclusion(talk, ends.open, 'pitch')
  },
  summary: (talk) =>
    fillKnown(CLOSER.summary, {
      proposal: fact(talk, 'proposal'),
      standing: standingOf(talk),
      signs: accepted(talk) ? CLOSER.signs : null,
      when: whenText(talk),
    }),
}
