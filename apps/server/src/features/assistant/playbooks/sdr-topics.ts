import { moneyIn, teamSizeIn, timingIn } from '../hear/business.ts'
import { companyIn } from '../hear/contact.ts'
import { doesNotSay, saysNo, saysYes } from '../hear/intents.ts'
import { moneyQuestion } from '../money-question.ts'
import { whenText } from './appointment.ts'
import { emailTopic, phoneTopic } from './contact-topics.ts'
import { holdsPhone, wantsToBook } from './need-topic.ts'
import { openAnswer, openOrDeclined } from './open-answer.ts'
import { comma, DECLINED, fact, firstOf, type Talk, type Topic } from './playbook.ts'
import { namesATime } from './settled-date.ts'
import { dayTopic, hourTopic } from './when-topics.ts'

export const qualifies = (talk: Talk) => !wantsToBook(talk)
const isCompany = (talk: Talk) => fact(talk, 'audience') === 'empresa' || talk.lead.company !== null
export const agreed = (talk: Talk) => wantsToBook(talk) || fact(talk, 'agrees') === 'sim'

/** Leads are patients, or somebody asks for one. */
export const forPatients = (talk: Talk) => moneyQuestion(talk.input.agent) === 'coverage'

export const booking: Topic = {
  key: 'booking',
  stage: 'qualificacao',
  waiting: '',
  applies: () => false,
  ask: () => [],
  isLoud: true,
  read: (lines, talk) => (lines.some((line) => line.intents.has('meeting')) || namesATime(lines, talk) ? 'sim' : null),
  // A day and an hour are said back instead.
  ack: (_value, talk) => (whenText(talk) ? [] : ['Claro, vamos marcar!', 'Boa, vamos marcar isso!']),
}

export const audience: Topic = {
  key: 'audience',
  stage: 'qualificacao',
  waiting: 'Em qualificação',
  applies: (talk) => qualifies(talk) && talk.lead.company === null,
  ask: (talk) =>
    forPatients(talk)
      ? ['É pra você ou pra alguém da família?', 'Só pra eu entender: o atendimento é pra você ou pra outra pessoa?']
      : [
          'É pra você, pra alguém da família ou pra uma empresa?',
          'Só pra eu entender: é uso pessoal ou pra empresa?',
          'É pra pessoa física ou empresa?',
        ],
  read: (lines, _talk, answering) => {
    const said = lines.map((line) => line.folded).join(' ')
    if (/\b(nao e|nem) (para |da )?(uma )?empresa\b/.test(said)) return 'pessoal'
    if (
      /\b((minha|nossa|da|na|uma|para) empresa|empresarial|pessoa juridica|cnpj|meu negocio|minha loja|meu escritorio|minha equipe|meu time)\b/.test(
        said,
      )
    )
      return 'empresa'
    if (!answering) return null
    if (/\b(empresa|negocio|loja|(para|pelo|do|da) (o |meu |a )?trabalho|firma|equipe|juridica)\b/.test(said)) return 'empresa'
    if (/\b(familia|filh[oa]s?|mae|pai|espos[oa]|marido|mulher|casal|namorad[oa]|irma[o]?|avo)\b/.test(said)) return 'família'
    if (/\b(mim|eu|pessoal|fisica|mesm[oa]|meu|minha|uso proprio|morar|nos)\b/.test(said)) return 'pessoal'
    return lines.some((line) => doesNotSay(line.folded)) ? DECLINED : null
  },
  ack: () => ['Entendi.', 'Certo.'],
}

export const company: Topic = {
  key: 'company',
  stage: 'qualificacao',
  waiting: 'Aguardando nome da empresa',
  applies: (talk) => qualifies(talk) && isCompany(talk),
  isKnown: (talk) => talk.lead.company !== null,
  ask: () => ['E qual é o nome da empresa?', 'Como a empresa se chama?', 'Qual nome eu coloco da empresa?'],
  read: (lines, _talk, answering) =>
    firstOf(
      // 'Quem é o dono do prédio?' names nobody's company.
      lines.filter((line) => !line.isQuestion || line.folded.includes('empresa')),
      (line) => companyIn(line.raw, answering && line.isFree && !doesNotSay(line.folded)),
    ),
  keep: (value, talk) => {
    talk.lead.company = value
    talk.patch.company = value
  },
  ack: () => ['Anotado.', 'Ótimo.'],
}

export const teamSize: Topic = {
  key: 'teamSize',
  stage: 'qualificacao',
  waiting: 'Em qualificação',
  applies: (talk) => qualifies(talk) && isCompany(talk),
  ask: () => [
    'Quantas pessoas tem na equipe hoje, mais ou menos?',
    'E o tamanho do time, por alto?',
    'Só um número aproximado já ajuda: quantas pessoas são?',
  ],
  read: (lines, _talk, answering) =>
    firstOf(lines, (line) => teamSizeIn(line.folded, answering)) ??
    (answering && lines.some((line) => doesNotSay(line.folded)) ? DECLINED : null),
  ack: () => ['Boa, isso ajuda.', 'Entendi o tamanho.'],
}

/** Someone who wants to sell or let has a price in mind, not a budget. */
export const sells = (talk: Talk) =>
  /\b(vender|anunciar|avaliar|(alugar|colocar) (o |a )?(meu|minha))\b/i.test(fact(talk, 'need') ?? '')

const INSURER =
  /\b(unimed|amil|bradesco saude|sul ?america|hapvida|notre ?dame|cassi|porto seguro|golden cross|prevent senior|geap|ipsemg)\b/
const titled = (name: string): string => name.replace(/\b\p{L}/gu, (letter) => letter.toLocaleUpperCase('pt-BR'))
const withoutVerb = (raw: string): string =>
  raw.replace(/^((eu|n[oó]s) )?(tenho|temos|uso|é|pelo|pela|por|do|da) ((o|a) )?/iu, '')

/** How the care is paid for: in the place of a budget where people are cared for. */
export const coverage: Topic = {
  key: 'coverage',
  stage: 'qualificacao',
  waiting: 'Aguardando convênio ou particular',
  applies: (talk) => qualifies(talk) && forPatients(talk),
  ask: () => [
    'O atendimento seria particular ou por algum convênio?',
    'Você usa algum convênio? Se for particular, tudo bem também.',
  ],
  read: (lines, _talk, answering) => {
    const said = lines.map(({ folded }) => folded).join(' ')
    const insurer = INSURER.exec(said)?.[1]
    if (insurer) return answering ? (openAnswer(lines, withoutVerb) ?? titled(insurer)) : titled(insurer)
    if (/\bparticular\b|\b(nao (tenho|tem|uso)|sem) (nenhum )?(convenio|plano)\b/.test(said)) return 'particular'
    if (!answering) return null
    if (lines.some(({ folded }) => doesNotSay(folded))) return DECLINED
    if (lines.some(({ folded }) => saysNo(folded))) return 'particular'
    return openAnswer(lines, withoutVerb) ?? (lines.some(({ folded }) => saysYes(folded)) ? 'convênio' : null)
  },
  ack: () => ['Certo, anotado.', 'Entendi.'],
}

export const budget: Topic = {
  key: 'budget',
  stage: 'qualificacao',
  waiting: 'Aguardando faixa de investimento',
  applies: (talk) => qualifies(talk) && moneyQuestion(talk.input.agent) === 'budget',
  ask: (talk) =>
    sells(talk)
      ? [`E você já tem um valor em mente${comma(talk)}? Pode ser só uma ideia.`, 'Qual valor você imagina, mais ou menos?']
      : [
          `Você já tem uma faixa de investimento em mente${comma(talk)}? Pode ser só uma ideia.`,
          'Até quanto você pensa em investir? Se ainda não souber, tudo bem.',
          'Tem algum limite de valor que eu deva respeitar?',
        ],
  read: (lines, _talk, answering) =>
    firstOf(lines, ({ raw, folded }) => (/\brenda\b/.test(folded) || holdsPhone(raw) ? null : moneyIn(folded, answering))) ??
    (answering && lines.some((line) => doesNotSay(line.folded) || saysNo(line.folded)) ? DECLINED : null),
  ack: () => ['Ótimo, assim a equipe já olha dentro disso.', 'Perfeito, isso já direciona bem.'],
  corrected: (value) => `Certo, corrigi: ${value}.`,
}

export const timing: Topic = {
  key: 'timing',
  stage: 'qualificacao',
  waiting: 'Aguardando prazo',
  applies: qualifies,
  ask: () => [
    'E pra quando você gostaria de resolver isso?',
    'Tem alguma data ou prazo em mente?',
    'É pra já ou dá pra ir com calma?',
  ],
  read: (lines, talk, answering) =>
    namesATime(lines, talk)
      ? null
      : (firstOf(lines, (line) =>
          answering ||
          /\b(urgente|urgencia|o quanto antes|(para|ate|em) (o (mes|ano) que vem|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro))\b/.test(
            line.folded,
          )
            ? timingIn(line.folded)
            : null,
        ) ?? (answering ? (lines.some((line) => saysNo(line.folded)) ? DECLINED : openOrDeclined(lines)) : null)),
  ack: (value) => (value === 'o quanto antes' ? ['Então vamos agilizar!'] : ['Certo, anotado.', 'Combinado.']),
}

export const day = dayTopic({
  applies: agreed,
  ask: (talk) => [
    `Qual dia fica melhor pra você${comma(talk)}?`,
    'Que dia da semana costuma ser mais tranquilo pra você?',
    'Me diz um dia, pode ser por alto, que eu deixo anotado?',
  ],
})
export const hour = hourTopic({
  applies: agreed,
  ask: () => ['E o horário: manhã, tarde, ou tem uma hora certinha?', 'Que horas fica bom?', 'Prefere de manhã ou à tarde?'],
})
export const phone = phoneTopic(() => true)
export const email = emailTopic(agreed, () => [
  'Quer deixar um e-mail também? Se preferir, é só dizer que não.',
  'Tem um e-mail pra eu anotar junto?',
])
