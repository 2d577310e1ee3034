import { timingIn, withoutGreeting } from '../hear/business.ts'
import { affirmed, denied } from '../hear/clauses.ts'
import type { Line } from '../hear/hear.ts'
import { doesNotSay, saysNo } from '../hear/intents.ts'
import { tidy } from '../hear/tidy.ts'
import { unitIn, withoutUnit } from '../hear/unit.ts'
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
  [/\bnao me \w+(ou|eu|iu|aram|eram|iram|deram)\b|\bninguem me \w+/, 'problema'],
  [
    /\b(nada d[aeo] (resultado|retorno|resposta|boleto|contrato)|ate agora nada|gross[oa]|gross[ei]ria|gritou|mal[- ]educad[oa]|humilh\w+|destrat\w+|mal atendid[oa]|problema\w*|defeito\w*|quebr\w+|nao (funciona|liga|abre|chegou|recebi|consigo|consegui|carrega|entra)\w*|parou|travando|erro|errad[oa]s?|atras\w+|faltando|faltou|vazamento|vazando|infiltra\w+|mofo|reclam\w+|ruim|demora\w*|cobranca|cobrad[oa]|danificad[oa]|barulho|pingando|rachadura|dor|inflamad[oa]|inchad[oa]|reacao)\b/,
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
    /\b(duvida\w*|(queria|quero|gostaria de|preciso) saber|chaves?|como (faco|eu|posso)|onde (vejo|encontro|acho)|segunda via|2a via|boleto|nota fiscal|garantia|prazo|comprovante|contrato|documento\w*|resultado\w*)\b/,
    'dúvida',
  ],
]

/** Trouble itself, which may also be denied: 'sem problemas'. */
const TROUBLE = /\b(problema\w*|defeito\w*|dor|reclam\w+|erro|atraso\w*)\b/
const SATISFIED = SUBJECTS.find(([, name]) => name === 'satisfação')?.[0] ?? /$^/

/** 'Bom, é o seguinte': a beginning, no praise. */
const withoutStart = (folded: string): string => folded.replace(/^(bom|bem|boa|otimo) ?, ?(?=\p{L}+ \p{L}+)/u, '')

/** What one line is about; praise that is denied is a problem, and trouble that is denied is none. */
const meant = (folded: string): string | null => {
  const found = SUBJECTS.find(([pattern]) => pattern.test(folded))?.[1] ?? null
  if (found === 'satisfação') return affirmed(folded, SATISFIED) === null ? 'problema' : found
  if (found === 'problema' && denied(folded, TROUBLE) && !/\b(nao|nem) (consig\w+|funciona|liga|abre)/.test(folded)) {
    const rest = folded.replace(new RegExp(`\\b(nao|nem|sem|nenhum|nunca)\\b.{0,25}${TROUBLE.source}`, 'g'), ' ')
    return SUBJECTS.find(([pattern]) => pattern.test(rest))?.[1] ?? null
  }
  return found
}

const subjectOf = (line: Line, answering: boolean): string | null => {
  const praises = /\b(gost\w+|ador\w+|amei|otim[oa]|excelente|recomendo|satisfeit[oa])\b/.test(line.folded)
  const isPolite = line.isQuestion || (line.intents.has('greeting') && !praises) || (!answering && line.folded.length < 12)
  const found = meant(withoutStart(line.folded))
  const fallback = line.matters.length > 0 ? 'dúvida' : null
  return found === 'satisfação' && isPolite ? fallback : (found ?? fallback)
}

/** The gravest subject of a burst wins: 'adorei o atendimento, mas quebrou' is a problem. */
const subjectIn = (lines: readonly Line[], answering: boolean): string | null => {
  const found = lines.map(
    (line) => subjectOf(line, answering) ?? (line.intents.has('angry') || line.intents.has('leak') ? 'problema' : null),
  )
  return SUBJECTS.map(([, name]) => name).find((name) => found.includes(name)) ?? null
}

/** Nothing went wrong: the lead only wants something of the team. */
export const onlyAsks = ({ heard }: Talk): boolean => subjectIn(heard.lines, false) === 'dúvida'

const is =
  (...subjects: string[]) =>
  (talk: Talk) =>
    subjects.includes(fact(talk, 'subject') ?? '')
export const needsCare = is('problema', 'cancelamento')
export const isHappy = is('satisfação')
const asksTeam = is('dúvida', 'nova compra', 'outro assunto')

/** Water does not wait for a convenient hour: only where it is, and whom to call. */
const isLeak = (talk: Talk) => fact(talk, 'leak') !== null
const takesTime = (talk: Talk) => needsCare(talk) && !isLeak(talk)

export const subject: Topic = {
  key: 'subject',
  // Who had a problem and now wants to leave is told apart.
  mayChange: true,
  stage: 'qualificacao',
  waiting: 'Aguardando o motivo do contato',
  ask: () => [
    'E como está sendo a sua experiência com a gente? Se tiver algum problema ou dúvida, pode me contar.',
    'Me conta: está tudo certo, ou tem algo que a gente precisa resolver?',
    'Em poucas palavras: é um problema, uma dúvida ou um elogio?',
  ],
  read: (lines, talk, answering) => {
    if (lines.some(({ intents }) => intents.has('leak'))) talk.state.facts.leak = 'sim'
    const found = subjectIn(lines, answering)
    const known = fact(talk, 'subject')
    if (known === 'outro assunto') return found
    if (known !== null) return found === 'cancelamento' ? found : null
    return found ?? (answering && openAnswer(lines) ? 'outro assunto' : null)
  },
  isLoud: true,
  ack: (value) =>
    ({
      problema: ['Poxa, sinto muito por isso. Vou te ajudar a resolver.', 'Que chato, me desculpa pelo transtorno.'],
      cancelamento: ['Entendo, e respeito a sua decisão. Quero deixar isso bem encaminhado.'],
      'nova compra': ['Que notícia boa, agradeço a confiança!'],
      satisfação: ['Que alegria ler isso!', 'Fico muito feliz!'],
      dúvida: ['Claro, vamos ver isso.'],
    })[value] ?? ['Entendi.'],
  alert: (value) => (value === 'problema' || value === 'cancelamento' ? `Pós-venda: lead relata ${value}` : null),
}

export const details: Topic = {
  key: 'details',
  takesRest: withoutGreeting,
  stage: 'qualificacao',
  waiting: 'Aguardando detalhes',
  applies: (talk) => takesTime(talk) || asksTeam(talk),
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
    return about.length > 0 ? tidy(withoutGreeting(about.map((line) => line.raw).join(' '))) : null
  },
  ack: () => ['Anotei o que você me contou.', 'Certo, ficou claro.'],
}
const questionText = (lines: readonly Line[]): string | null => {
  const asked = lines.find((line) => line.isQuestion && line.folded.split(' ').length >= 3)
  return asked ? tidy(withoutGreeting(asked.raw)) : null
}

/** Which flat, block or house: never a contract's number. Asked only where somebody has to go at once. */
export const unit: Topic = {
  key: 'unit',
  stage: 'qualificacao',
  waiting: 'Aguardando o local do vazamento',
  applies: isLeak,
  ask: () => ['Em qual endereço é: prédio, bloco e apartamento?', 'Só me diz onde é, pra equipe ir direto: prédio e número?'],
  read: (lines, _talk, answering) => firstOf(lines, (line) => unitIn(line.folded)) ?? (answering ? openOrDeclined(lines) : null),
  ack: (value) => [`Anotei: ${value}.`],
}

export const order: Topic = {
  key: 'order',
  stage: 'qualificacao',
  waiting: 'Aguardando número do pedido ou contrato',
  applies: (talk) => takesTime(talk) && fact(talk, 'unit') === null,
  ask: () => [
    'Você tem o número do pedido ou do contrato? Se não tiver à mão, sem problema.',
    'Tem algum número de pedido, contrato ou protocolo aí?',
  ],
  read: (lines, _talk, answering) => {
    const named = firstOf(
      lines,
      (line) =>
        /\b(?:pedido|contrato|protocolo|os|nf|nota)\s*(?:n[o.º°]*|numero|e|:|#)*\s*([a-z]{0,4}-?\d[\d./-]{1,19})/.exec(
          withoutUnit(line.folded),
        )?.[1] ?? null,
    )
    const bareNumber = answering
      ? firstOf(lines, (line) => /\b([a-z]{0,4}-?\d[\d./-]{1,19})\b/.exec(withoutUnit(line.folded))?.[1] ?? null)
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
  applies: (talk) => is('problema')(talk) && !isLeak(talk),
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

export const day = dayTopic({
  applies: takesTime,
  ask: (talk) => [
    `Já passei o seu caso pra equipe${comma(talk)}. Qual o melhor dia pra te retornarem?`,
    'Que dia fica bom pra equipe falar com você?',
    'Pode ser hoje ou amanhã?',
  ],
})
export const hour = hourTopic({ applies: takesTime, ask: () => ['E em qual horário?', 'De manhã ou à tarde?'] })
export const phone = phoneTopic((talk) => needsCare(talk) || asksTeam(talk))
