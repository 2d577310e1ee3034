import { timingIn, withoutGreeting } from '../hear/business.ts'
import { quotable } from '../hear/fold.ts'
import type { Line } from '../hear/hear.ts'
import { doesNotSay, saysNo } from '../hear/intents.ts'
import { phoneTopic } from './contact-topics.ts'
import { openAnswer, openOrDeclined } from './open-answer.ts'
import { comma, DECLINED, fact, firstOf, type Talk, type Topic } from './playbook.ts'
import { dayTopic, hourTopic } from './when-topics.ts'

const SUBJECTS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(cancelar|cancelamento|devolver|devolucao|reembolso|estorno|desistir|distrato)\b/, 'cancelamento'],
  [
    /\bnao (gostei|estou (satisfeit|content|feliz)\w*|foi (bom|legal|boa)|ficou bom|recomendo|esta (bom|funcionando|legal))\b|\binsatisfeit\w+/,
    'problema',
  ],
  [
    /\b(problema\w*|defeito\w*|quebr\w+|nao (funciona|liga|abre|chegou|recebi|consigo|consegui|carrega|entra)\w*|parou|travando|erro|errad[oa]s?|atras\w+|faltando|faltou|vazamento|vazando|infiltra\w+|mofo|reclam\w+|ruim|demora\w*|cobranca|cobrad[oa]|danificad[oa]|barulho|pingando|rachadura|dor|inflamad[oa]|inchad[oa]|reacao)\b/,
    'problema',
  ],
  [
    /\b((comprar|contratar|pedir|quero|alugar) (mais|outr[oa]s?)|renovar|renovacao|ampliar|upgrade|novo pedido|outra unidade|mais (uma )?unidades?)\b/,
    'nova compra',
  ],
  [
    /\b(gostei|gostando|adorei|adorando|amei|amando|otim[oa]|excelente|satisfeit[oa]|satisfacao|maravilh\w+|perfeit[oa]|tudo (certo|bem|otimo|ok|tranquilo)|muito b(om|oa|em)|foi b(om|em)|recomendo|nota (9|10)|feliz|show de bola|bem|b(om|oa))\b(?! (dia|tarde|noite|semana))/,
    'satisfação',
  ],
  [
    /\b(duvida\w*|como (faco|eu|posso)|onde (vejo|encontro|acho)|segunda via|2a via|boleto|nota fiscal|garantia|prazo|comprovante|contrato|documento\w*|resultado\w*)\b/,
    'dúvida',
  ],
]

const subjectOf = (line: Line, answering: boolean): string | null => {
  const isPolite = line.isQuestion || line.intents.has('greeting') || (!answering && line.folded.length < 12)
  return SUBJECTS.find(([pattern, name]) => pattern.test(line.folded) && !(name === 'satisfação' && isPolite))?.[1] ?? null
}

/** The gravest subject of a burst wins: 'adorei o atendimento, mas quebrou' is a problem. */
const subjectIn = (lines: readonly Line[], answering: boolean): string | null => {
  const found = lines.map((line) => subjectOf(line, answering) ?? (line.intents.has('angry') ? 'problema' : null))
  return SUBJECTS.map(([, name]) => name).find((name) => found.includes(name)) ?? null
}

const is =
  (...subjects: string[]) =>
  (talk: Talk) =>
    subjects.includes(fact(talk, 'subject') ?? '')
export const needsCare = is('problema', 'cancelamento')
export const isHappy = is('satisfação')
const asksTeam = is('dúvida', 'nova compra', 'outro assunto')

export const subject: Topic = {
  key: 'subject',
  stage: 'qualificacao',
  waiting: 'Aguardando o motivo do contato',
  ask: () => [
    'E como está sendo a sua experiência com a gente? Se tiver algum problema ou dúvida, pode me contar.',
    'Me conta: está tudo certo, ou tem algo que a gente precisa resolver?',
    'Em poucas palavras: é um problema, uma dúvida ou um elogio?',
  ],
  read: (lines, _talk, answering) => subjectIn(lines, answering) ?? (answering && openAnswer(lines) ? 'outro assunto' : null),
  isLoud: true,
  ack: (value) =>
    ({
      problema: ['Poxa, sinto muito por isso. Vamos resolver.', 'Que chato, me desculpa pelo transtorno.'],
      cancelamento: ['Entendo, e respeito a sua decisão. Quero deixar isso bem encaminhado.'],
      'nova compra': ['Que notícia boa, agradeço a confiança!'],
      satisfação: ['Que alegria ler isso!', 'Fico muito feliz!'],
      dúvida: ['Claro, vamos ver isso.'],
    })[value] ?? ['Entendi.'],
  alert: (value) => (value === 'problema' || value === 'cancelamento' ? `Pós-venda: lead relata ${value}` : null),
}

export const details: Topic = {
  key: 'details',
  takesRest: true,
  stage: 'qualificacao',
  waiting: 'Aguardando detalhes',
  applies: (talk) => needsCare(talk) || asksTeam(talk),
  ask: (talk) =>
    is('cancelamento')(talk)
      ? [
          'Posso saber o que te levou a isso?',
          'O que faltou da nossa parte? Sua resposta ajuda de verdade.',
          'Teve algum motivo principal?',
        ]
      : is('problema')(talk)
        ? [
            'Me conta o que está acontecendo, com o máximo de detalhe que puder?',
            'O que exatamente aconteceu?',
            'Pode descrever o que deu errado?',
          ]
        : [
            'Me conta um pouquinho mais pra eu passar certinho pra equipe?',
            'O que exatamente você precisa?',
            'Qual é o detalhe mais importante aí?',
          ],
  read: (lines, talk, answering) => {
    const about = lines.filter(
      (line) =>
        line.folded.split(' ').length >= (answering ? 1 : 4) &&
        (answering ? line.isFree : subjectOf(line, true) !== null && fact(talk, 'subject') !== 'satisfação'),
    )
    if (answering)
      return (
        openAnswer(about) ??
        (lines.some((line) => doesNotSay(line.folded) || saysNo(line.folded)) ? DECLINED : questionText(lines))
      )
    return about.length > 0 ? quotable(withoutGreeting(about.map((line) => line.raw).join(' '))).replace(/[\s.]+$/u, '') : null
  },
  ack: () => ['Entendi direitinho.', 'Certo, ficou claro.'],
}
const questionText = (lines: readonly Line[]): string | null => {
  const asked = lines.find((line) => line.isQuestion && line.folded.split(' ').length >= 3)
  return asked ? quotable(withoutGreeting(asked.raw)) : null
}

export const order: Topic = {
  key: 'order',
  stage: 'qualificacao',
  waiting: 'Aguardando número do pedido ou contrato',
  applies: needsCare,
  ask: () => [
    'Você tem o número do pedido ou do contrato? Se não tiver à mão, sem problema.',
    'Tem algum número de pedido, contrato ou protocolo aí?',
  ],
  read: (lines, _talk, answering) => {
    const named = firstOf(
      lines,
      (line) =>
        /\b(?:pedido|contrato|protocolo|os|nf|nota|unidade|apartamento)\s*(?:n[o.º°]*|numero|e|:|#)*\s*([a-z]{0,4}-?\d[\d./-]{1,19})/.exec(
          line.folded,
        )?.[1] ?? null,
    )
    const bareNumber = answering
      ? firstOf(lines, (line) => /\b([a-z]{0,4}-?\d[\d./-]{1,19})\b/.exec(line.folded)?.[1] ?? null)
      : null
    return (
      named?.toUpperCase() ??
      bareNumber?.toUpperCase() ??
      (answering && lines.some((line) => doesNotSay(line.folded) || saysNo(line.folded)) ? DECLINED : null)
    )
  },
  ack: () => ['Anotado.', 'Perfeito, já registrei.'],
}

export const since: Topic = {
  key: 'since',
  stage: 'qualificacao',
  waiting: 'Aguardando detalhes',
  applies: is('problema'),
  ask: () => ['Desde quando isso está acontecendo?', 'Faz tempo ou começou agora?'],
  read: (lines, _talk, answering) => {
    const said = firstOf(
      lines,
      (line) =>
        /\b(desde (?:o |a |que )?[\p{L}\d/ -]{2,40}|faz (?:uns |umas |mais de |quase )?[\p{L}\d]+ (?:dias?|semanas?|mes|meses|anos?|horas)|ha (?:uns |umas |mais de )?[\p{L}\d]+ (?:dias?|semanas?|mes|meses|anos?|horas)|ontem|anteontem|semana passada|mes passado)\b/u.exec(
          line.folded,
        )?.[1] ?? null,
    )
    if (said) return accented(said)
    if (!answering) return null
    return firstOf(lines, (line) => timingIn(line.folded)) ?? openOrDeclined(lines)
  },
  ack: () => ['Certo.', 'Entendi.'],
}
const accented = (text: string) =>
  text
    .replace(/^(faz|ha)\b/, 'há')
    .replace(/\bmes\b/, 'mês')
    .replace(/\btres\b/, 'três')
    .replace(/\bsabado\b/, 'sábado')
    .replace(/\bterca\b/, 'terça')

export const score: Topic = {
  key: 'score',
  stage: 'pitch',
  waiting: 'Aguardando nota de satisfação',
  applies: isHappy,
  ask: () => ['De 0 a 10, quanto você recomendaria a gente pra um amigo?', 'Se fosse dar uma nota de 0 a 10, qual seria?'],
  read: (lines, _talk, answering) => {
    const pattern = answering ? /\b(10|\d)\b(?! ?(?:h|dias|horas))/ : /\bnota (10|\d)\b/
    const number = firstOf(lines, (line) => pattern.exec(line.folded)?.[1] ?? null)
    if (number) return number
    if (!answering) return null
    return lines.some((line) => /\b(dez|mil|maxima)\b/.test(line.folded))
      ? '10'
      : lines.some((line) => doesNotSay(line.folded))
        ? DECLINED
        : null
  },
  ack: (value) =>
    Number(value) >= 9
      ? ['Uau, fiquei feliz! 💙']
      : Number(value) >= 7
        ? ['Valeu pela sinceridade!']
        : ['Agradeço a franqueza, é assim que dá pra melhorar.'],
  alert: (value) => (Number(value) <= 6 ? `Pós-venda: nota ${value} de 0 a 10` : null),
}

export const liked: Topic = {
  key: 'liked',
  stage: 'pitch',
  waiting: 'Aguardando comentário',
  applies: (talk) => isHappy(talk) && fact(talk, 'score') !== null,
  ask: (talk) =>
    Number(fact(talk, 'score')) >= 9
      ? ['E o que você mais gostou?', 'Tem algum detalhe que te marcou?']
      : ['O que faltou pra ser um 10?', 'O que a gente poderia fazer melhor?'],
  read: (lines, _talk, answering) => (answering ? openOrDeclined(lines) : null),
}

export const day = dayTopic({
  applies: needsCare,
  ask: (talk) => [
    `Já passei o seu caso pra equipe${comma(talk)}. Qual o melhor dia pra te retornarem?`,
    'Que dia fica bom pra equipe falar com você?',
    'Pode ser hoje ou amanhã?',
  ],
})
export const hour = hourTopic({ applies: needsCare, ask: () => ['E em qual horário?', 'De manhã ou à tarde?'] })
export const phone = phoneTopic((talk) => needsCare(talk) || asksTeam(talk))
