import { saysSomething, timingIn } from '../hear/business.ts'
import { dayIn } from '../hear/day.ts'
import { hourIn } from '../hear/hour.ts'
import { doesNotSay, saysNo, saysYes } from '../hear/intents.ts'
import { tidy } from '../hear/tidy.ts'
import { acceptsIn, refusesIn } from './closer-decision.ts'
import { emailTopic, phoneTopic } from './contact-topics.ts'
import { OBJECTIONS, objectionIn } from './objections.ts'
import { openAnswer, openOrDeclined } from './open-answer.ts'
import { comma, fact, firstOf, ofCompany, type Talk, type Topic } from './playbook.ts'
import { dayTopic, hourTopic } from './when-topics.ts'

const seen = (talk: Talk) => fact(talk, 'proposal') === 'vista'
export const accepted = (talk: Talk) => fact(talk, 'decision') === 'sim'
export const refused = (talk: Talk) => fact(talk, 'decision') === 'não'
export const objection = (talk: Talk) => (accepted(talk) || refused(talk) ? null : fact(talk, 'objection'))
export const postponed = (talk: Talk) => objection(talk) === 'tempo'
const wantsTalk = (talk: Talk) =>
  accepted(talk) ||
  (!refused(talk) && fact(talk, 'proposal') !== 'não recebida' && fact(talk, 'callBack') === 'sim') ||
  (objection(talk) !== null && !postponed(talk) && fact(talk, 'callBack') === 'sim')

/** What the lead still wants settled, in their words. */
const openPoint = (talk: Talk): boolean => ![null, 'nenhuma dúvida'].includes(fact(talk, 'concern'))

export const decision: Topic = {
  key: 'decision',
  isLoud: true,
  stage: 'pitch',
  waiting: 'Aguardando decisão',
  applies: (talk) => seen(talk) && !refused(talk) && objection(talk) === null && !openPoint(talk),
  mayChange: true,
  ask: (talk) => [
    `Então, se está tudo certo pra você${comma(talk)}, posso seguir com o fechamento?`,
    'Quer que eu peça pra prepararem o contrato?',
    'Sigo com o fechamento ou ainda falta algum ponto?',
  ],
  read: (lines, _talk, answering) => {
    if (acceptsIn(lines)) return 'sim'
    if (refusesIn(lines)) return 'não'
    if (!answering || objectionIn(lines)) return null
    if (lines.some((line) => saysNo(line.folded) || doesNotSay(line.folded))) return 'ainda não'
    return lines.some((line) => saysYes(line.folded)) ? 'sim' : null
  },
  ack: (value) =>
    value === 'sim'
      ? ['Que notícia boa! Vai ser um prazer ter você com a gente.']
      : value === 'não'
        ? []
        : ['Tranquilo, sem pressa nenhuma.'],
  alert: (value) => (value === 'sim' ? 'Lead aceitou a proposta: preparar o contrato' : null),
}

const NOT_SEEN =
  /\b(nao|nem) (vi|li|olhei|abri|deu tempo|consegui (ver|ler|olhar|abrir)|tive tempo)\b|\bvou (ver|olhar|ler|dar uma olhada)\b/

export const proposal: Topic = {
  key: 'proposal',
  stage: 'qualificacao',
  waiting: 'Aguardando leitura da proposta',
  mayChange: true,
  ask: () => [
    'Você já conseguiu dar uma olhada na proposta?',
    'Deu pra ver a proposta que a equipe te mandou?',
    'A proposta chegou certinho pra você?',
  ],
  read: (lines, talk, answering) => {
    const said = lines.map((line) => line.folded).join(' ')
    if (
      /\bnao (recebi|chegou|veio|achei|encontrei|tenho) ?(a |nenhuma |essa )?(proposta|nada)?\b|\bnao me (mand|envi|pass)\w+ (a |o |nenhuma |essa |minha )?(proposta|orcamento|nada)\b|\bcade (a |minha )?proposta\b|\bque proposta\b|\bqual proposta\b|\bnao chegou\b/.test(
        said,
      ) &&
      (answering || said.includes('proposta'))
    )
      return 'não recebida'
    if (
      /\b(vi|li|olhei|analisei|recebi|dei uma olhada|avaliei|estudei) (a |o |sua |seu |ja |n[ao] )*(proposta|orcamento)\b|\b(proposta|orcamento)\b.{0,30}\b(ja )?(vi|li|recebi|chegou)( sim)?\b/.test(
        said,
      ) &&
      !/\b(nao|nem) (vi|li|olhei|analisei)\b/.test(said)
    )
      return 'vista'
    if (NOT_SEEN.test(said)) return fact(talk, 'proposal') === null ? 'não vista' : null
    if (acceptsIn(lines) || refusesIn(lines) || objectionIn(lines)) return 'vista'
    if (!answering) return null
    if (/\b(ainda nao|nao (deu|consegui|tive)|vou (ver|olhar|ler))\b/.test(said) || lines.some((line) => saysNo(line.folded)))
      return fact(talk, 'proposal') === null ? 'não vista' : null
    return lines.some((line) => saysYes(line.folded)) ||
      /\b(vi|li|olhei|gostei|adorei|recebi|chegou|boa|boas|interessante)\b/.test(said)
      ? 'vista'
      : null
  },
  ack: (value, talk) =>
    value === 'não recebida'
      ? ['Puxa, me desculpa! Vou pedir pra equipe te reenviar agora mesmo.']
      : value === 'não vista'
        ? ['Sem problema, sei como é a correria.']
        : accepted(talk) || objection(talk)
          ? []
          : ['Ótimo!'],
  alert: (value) => (value === 'não recebida' ? 'Lead diz que não recebeu a proposta: reenviar' : null),
}

export const concern: Topic = {
  key: 'concern',
  stage: 'pitch',
  waiting: 'Aguardando retorno sobre a proposta',
  applies: (talk) => seen(talk) && !accepted(talk) && !refused(talk) && objection(talk) === null,
  ask: () => [
    'E o que achou? Ficou alguma dúvida ou algum ponto pra ajustar?',
    'Tem alguma coisa na proposta que ainda te segura?',
    'O que você mudaria nela, se pudesse?',
  ],
  read: (lines, _talk, answering) => {
    if (!answering || objectionIn(lines) || acceptsIn(lines) || refusesIn(lines)) return null
    const said = lines.map((line) => line.folded).join(' ')
    if (
      /\b(nenhuma?|nada|tudo (certo|ok|bem|claro|otimo)|sem duvidas?|gostei|adorei|perfeit[oa]|otim[oa]|boa|bom|excelente|show|top|de acordo)\b/.test(
        said,
      ) ||
      lines.some((line) => saysNo(line.folded) || saysYes(line.folded))
    )
      return 'nenhuma dúvida'
    return openAnswer(lines)
  },
  ack: (value) =>
    value === 'nenhuma dúvida'
      ? ['Fico feliz que fez sentido!']
      : ['Entendi, e faz sentido querer isso resolvido antes. Passei esse ponto pra equipe.'],
  alert: (value) => (value === 'nenhuma dúvida' ? null : `Closer: ponto da proposta a responder: ${value}`),
}

export const objectionTopic: Topic = {
  key: 'objection',
  isLoud: true,
  stage: 'pitch',
  waiting: '',
  applies: () => false,
  mayChange: true,
  ask: () => [],
  read: (lines) => {
    if (acceptsIn(lines) || refusesIn(lines)) return null
    const held = objectionIn(lines.filter((line) => !line.isQuestion || line.matters.length === 0))
    return held === 'tempo' && lines.some((line) => NOT_SEEN.test(line.folded)) ? null : held
  },
  keep: (_value, talk) => {
    if (fact(talk, 'decision') !== 'sim') return
    // A yes with a worry behind it is none: the day was for signing.
    for (const key of ['decision', 'day', 'hour', 'date']) delete talk.state.facts[key]
    talk.state.facts.tookBack = 'sim'
  },
  ack: (value) => OBJECTIONS[value]?.ack ?? [],
  alert: (value, talk) => {
    const label = OBJECTIONS[value]?.label ?? value
    if (fact(talk, 'tookBack') !== null) return `Lead tinha aceitado, mas agora: ${label}`
    return value === 'crédito' ? `Closer: ${label}, ver alternativas com o lead` : null
  },
}

/** One question for each thing that holds a lead back: a new worry is asked about anew, and keeps its own answer. */
export const followUps: readonly Topic[] = Object.entries(OBJECTIONS).map(([name, { ask }]) => ({
  key: `followUp:${name}`,
  stage: 'pitch',
  waiting: 'Tratando objeção',
  applies: (talk) => objection(talk) === name && fact(talk, 'callBack') !== 'sim',
  ask: () => ask,
  read: (lines, talk, answering) => {
    if (!answering || ![null, name].includes(objectionIn(lines))) return null
    if (lines.some(({ intents }) => intents.has('meeting'))) return null
    if (objectionIn(lines) === name && lines.every((line) => line.folded.split(' ').length < 5)) return null
    // 'O preço, né' answers, though it could ask elsewhere.
    const brief = firstOf(lines, ({ raw, folded, isQuestion }) =>
      !isQuestion && saysSomething(folded) && folded.split(' ').length <= 4 ? tidy(raw) : null,
    )
    return (name === 'tempo' ? firstOf(lines, (line) => timingIn(line.folded)) : null) ?? openOrDeclined(lines) ?? brief
  },
  ack: () => ['Entendi, faz sentido.', 'Bom saber, valeu por abrir isso comigo.'],
}))

/** What the lead said of what holds them back now. */
export const followUp = (talk: Talk): string | null => fact(talk, `followUp:${objection(talk)}`)

export const blocker: Topic = {
  key: 'blocker',
  stage: 'pitch',
  waiting: 'Aguardando o que falta',
  applies: (talk) => fact(talk, 'decision') === 'ainda não' && objection(talk) === null,
  ask: () => ['O que falta pra você se sentir seguro pra decidir?', 'Tem algum ponto que, resolvido, te faria dizer sim?'],
  read: (lines, _talk, answering) => (answering && !objectionIn(lines) ? openOrDeclined(lines) : null),
  ack: () => ['Ótimo saber, isso ajuda muito.'],
}

export const callBack: Topic = {
  key: 'callBack',
  // Whoever declined may still want it later.
  mayChange: true,
  stage: 'pitch',
  waiting: 'Aguardando aceite da conversa',
  applies: (talk) =>
    !accepted(talk) &&
    !refused(talk) &&
    !postponed(talk) &&
    (fact(talk, 'proposal') === 'não vista' || fact(talk, 'blocker') !== null || openPoint(talk) || objection(talk) !== null),
  ask: (talk) => [
    objection(talk) === 'autoridade'
      ? 'Que tal uma conversa rápida com vocês juntos? Assim todo mundo tira as dúvidas de uma vez. Posso marcar?'
      : `Que tal uma conversa de 15 minutos com a equipe ${ofCompany(talk)} ${fact(talk, 'proposal') === 'não vista' ? 'pra te explicar a proposta' : 'pra acertar isso'}? Posso marcar?`,
    'Quer que eu marque essa conversa rápida?',
  ],
  read: (lines, talk, answering) => {
    if (lines.some((line) => line.intents.has('meeting'))) return 'sim'
    if (!answering) return null
    if (objectionIn(lines)) return null
    if (lines.some((line) => !line.isQuestion && (saysNo(line.folded) || doesNotSay(line.folded)))) return 'não'
    const dated = lines.some(
      (line) => dayIn(line.folded, talk.input.now, talk.input.timeZone) !== null || hourIn(line.folded, false) !== null,
    )
    return dated || lines.some((line) => saysYes(line.folded)) ? 'sim' : null
  },
  ack: (value) => (value === 'sim' ? ['Combinado!'] : ['Sem problema.']),
}

export const day = dayTopic({
  applies: (talk) => wantsTalk(talk),
  ask: (talk) =>
    accepted(talk)
      ? ['Que dia fica bom pra assinatura?', 'Qual o melhor dia pra gente formalizar?', 'Pode ser ainda esta semana?']
      : [`Qual dia fica melhor${comma(talk)}?`, 'Que dia encaixa na sua agenda?', 'Me diz um dia bom pra vocês?'],
})
export const hour = hourTopic({
  applies: (talk) => wantsTalk(talk),
  ask: () => ['E o horário?', 'Manhã ou tarde?', 'Qual horário prefere?'],
})
export const phone = phoneTopic((talk) => wantsTalk(talk))
export const email = emailTopic(
  (talk) => accepted(talk) || fact(talk, 'proposal') === 'não recebida',
  (talk) =>
    accepted(talk)
      ? ['Pra qual e-mail a equipe manda o contrato?', 'Me passa o e-mail pra envio do contrato?']
      : ['Pra qual e-mail mando reenviar?', 'Qual e-mail você usa mais?'],
)
