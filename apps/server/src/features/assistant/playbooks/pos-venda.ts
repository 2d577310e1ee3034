import { formatPhone } from '@prosa/contract/rules/phone'
import { another, whenText } from './appointment.ts'
import { nameTopic } from './contact-topics.ts'
import { comma, fact, type Playbook } from './playbook.ts'
import { liked, score } from './pos-venda-score.ts'
import { day, details, hour, isHappy, needsCare, onlyAsks, order, phone, since, subject, unit } from './pos-venda-topics.ts'

/** Care after the sale: listens first, takes problems to a person, asks a happy customer for a score. */
export const posVenda: Playbook = {
  purpose: () => 'Cuido de quem já é cliente.',
  topics: [another, nameTopic, subject, details, unit, order, since, score, liked, day, hour, phone],
  usual: ['order', 'since', 'liked'],
  besides: (talk) => fact(talk, 'subject') !== null || onlyAsks(talk),
  caresForAnger: true,
  knows: ['how'],
  answers: {
    price: () => [
      'Sobre valores, a equipe comercial te responde certinho; já deixei o pedido anotado.',
      'Pedi pra equipe te passar os valores.',
    ],
    how: () => [
      'Funciona assim: você me conta o que houve, eu organizo tudo e passo pra pessoa certa resolver com você.',
      'Eu recolho os detalhes e a equipe dá o retorno, sem você precisar repetir a história.',
    ],
    hours: () => [
      'Comigo você fala a qualquer hora. O horário da equipe eles confirmam no retorno.',
      'O horário da equipe eu peço pra te confirmarem.',
    ],
    address: () => ['Vou pedir pra equipe te mandar o endereço certinho.', 'Já está anotado: mandar o endereço.'],
  },
  conclude: (talk) => {
    const number = talk.lead.phone ? ` no ${formatPhone(talk.lead.phone)}` : ' por aqui'
    if (isHappy(talk)) {
      return {
        replies: [
          `Agradeço demais pelo retorno${comma(talk)}! Fica registrado pro time. Precisando de qualquer coisa, é só chamar. 😊`,
        ],
        stage: 'fechamento',
        status: fact(talk, 'score') ? `Satisfação: nota ${fact(talk, 'score')}` : 'Cliente satisfeito',
        attention: null,
      }
    }
    if (fact(talk, 'leak') !== null) {
      return {
        replies: [
          `${fact(talk, 'unit') ? `Anotei o local (${fact(talk, 'unit')}). ` : ''}Alguém da equipe te responde${number} o quanto antes${comma(talk)}; se piorar, me escreve na hora.`,
        ],
        stage: 'agendamento',
        status: 'URGENTE: vazamento',
        attention: `URGENTE: vazamento${fact(talk, 'unit') ? ` (${fact(talk, 'unit')})` : ''}: retornar agora`,
      }
    }
    if (needsCare(talk)) {
      const when = whenText(talk) || 'o quanto antes'
      return {
        replies: [
          `Está tudo registrado${comma(talk)}, você não vai precisar contar de novo. A equipe te retorna${number}: ${when}. Se algo mudar até lá, me avisa.`,
        ],
        stage: 'agendamento',
        status: `Retorno pedido: ${when}`,
        attention: `Retornar ao cliente (${fact(talk, 'subject')}): ${when}`,
      }
    }
    return {
      replies: [
        `Anotado${comma(talk)}! Passei pra equipe, e alguém te responde${number}. Se lembrar de mais algum detalhe, pode mandar.`,
      ],
      stage: 'pitch',
      status: 'Aguardando resposta da equipe',
      attention: `Pós-venda (${fact(talk, 'subject') ?? 'contato'}): ${fact(talk, 'details') ?? 'ver conversa'}`,
    }
  },
  summary: (talk) => {
    const kind = fact(talk, 'subject')
    const [what, number, when, grade, comment] = ['details', 'order', 'since', 'score', 'liked'].map((key) => fact(talk, key))
    const about =
      kind === null
        ? null
        : kind === 'satisfação'
          ? grade && Number(grade) <= 6
            ? 'Cliente com ressalvas.'
            : 'Cliente satisfeito.'
          : `Motivo: ${kind}${what ? ` — “${what}”` : ''}.`
    const place = fact(talk, 'unit')
    const particulars = [
      place ? `local: ${place}` : null,
      number ? `pedido/contrato ${number}` : null,
      when ? `acontece ${when}` : null,
    ].filter((part) => part !== null)
    const review = grade ? `Deu nota ${grade}${comment ? ` e comentou: “${comment}”` : ''}.` : null
    return [
      about,
      particulars.length > 0
        ? `${particulars.join('; ').replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase('pt-BR'))}.`
        : null,
      review,
      whenText(talk) && fact(talk, 'leak') === null ? `Pediu retorno: ${whenText(talk)}.` : null,
    ].filter((part) => part !== null)
  },
}
