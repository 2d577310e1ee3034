import { doesNotSay } from '../hear/intents.ts'
import { openOrDeclined } from './open-answer.ts'
import { DECLINED, fact, firstOf, type Topic } from './playbook.ts'
import { isHappy } from './pos-venda-topics.ts'

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
