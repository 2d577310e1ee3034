import { formatPhone } from '@prosa/contract/rules/phone'
import { another, whenText } from './appointment.ts'
import {
  accepted,
  blocker,
  callBack,
  concern,
  day,
  decision,
  email,
  followUp,
  followUps,
  hour,
  objection,
  objectionTopic,
  phone,
  postponed,
  proposal,
  refused,
} from './closer-topics.ts'
import { nameTopic } from './contact-topics.ts'
import { OBJECTIONS } from './objections.ts'
import { comma, fact, ofCompany, type Playbook, type Talk } from './playbook.ts'

/** The last mile: has the proposal been read, what holds the lead back, and a yes with a date. */
export const closer: Playbook = {
  purpose: () => 'Estou acompanhando a sua proposta.',
  topics: [
    another,
    // Whoever has said no is asked nothing.
    { ...nameTopic, applies: (talk) => !refused(talk) },
    proposal,
    objectionTopic,
    concern,
    ...followUps,
    decision,
    blocker,
    callBack,
    email,
    day,
    hour,
    phone,
  ],
  usual: ['concern'],
  besides: () => true,
  knows: ['how'],
  answers: {
    price: () => [
      'Os valores estão na proposta; o que não estiver claro eu peço pra equipe detalhar pra você.',
      'Sobre valores, a equipe te detalha ponto a ponto.',
    ],
    how: (talk) => [
      `É simples: com o seu ok, a equipe ${ofCompany(talk)} prepara o contrato, você confere com calma e assina.`,
      'Você aprova, confere o contrato e assina. Qualquer ajuste, a gente conversa antes.',
    ],
    hours: () => [
      'Comigo é a qualquer hora; o horário da equipe eu peço pra confirmarem.',
      'O horário da equipe eles te confirmam.',
    ],
    address: () => ['O endereço a equipe te manda certinho; já deixei pedido.', 'Está anotado: mandar o endereço.'],
  },
  conclude: (talk) => {
    const when = whenText(talk)
    const number = talk.lead.phone ? ` no ${formatPhone(talk.lead.phone)}` : ' por aqui'
    if (accepted(talk)) {
      return {
        replies: [
          `Parabéns pela decisão${comma(talk)}! Já pedi o contrato${when ? ` e deixei a assinatura anotada: ${when}` : ''}. A equipe confirma com você${number}. 🎉`,
        ],
        stage: 'fechamento',
        status: when ? `Fechamento: ${when}` : 'Fechamento: preparar contrato',
        attention: `Lead aceitou a proposta${when ? `; assinatura: ${when}` : ''}`,
      }
    }
    if (refused(talk)) {
      return {
        replies: [
          `Tudo bem${comma(talk)}, e valeu por me contar. Já avisei a equipe. Se um dia quiser retomar, é só me chamar por aqui.`,
        ],
        stage: 'pitch',
        status: 'Recusou a proposta',
        attention: `Lead recusou a proposta: “${talk.heard.quote}”`,
      }
    }
    if (postponed(talk)) {
      const resume = followUp(talk)
      return {
        replies: [
          `Combinado${comma(talk)}, a proposta fica guardada aqui${resume ? ` e deixei anotado retomar: ${resume}` : ''}. Se antecipar, é só me chamar.`,
        ],
        stage: 'pitch',
        status: resume ? `Retomar: ${resume}` : 'Retomar mais adiante',
        attention: null,
      }
    }
    if (fact(talk, 'proposal') === 'não recebida') {
      return {
        replies: [
          `Me desculpa por isso${comma(talk)}! Pedi o reenvio da proposta${talk.lead.email ? ` pro ${talk.lead.email}` : ''}. Quando chegar, me conta o que achou.`,
        ],
        stage: 'qualificacao',
        status: 'Reenviar proposta',
        attention: 'Reenviar a proposta ao lead',
      }
    }
    if (when) {
      return {
        replies: [
          `Fechado${comma(talk)}: ${when}. A equipe confirma com você${number}, já sabendo de tudo que a gente conversou.`,
        ],
        stage: 'agendamento',
        status: `Conversa pedida: ${when}`,
        attention: `Confirmar conversa sobre a proposta: ${when}`,
      }
    }
    return {
      replies: [`Tudo certo${comma(talk)}, a decisão é sua e no seu tempo. Quando quiser retomar, é só me chamar por aqui.`],
      stage: 'pitch',
      status: 'Aguardando decisão do lead',
      attention: null,
    }
  },
  summary: (talk) =>
    [
      fact(talk, 'proposal') ? `Proposta ${fact(talk, 'proposal')}.` : null,
      standingOf(talk),
      whenText(talk) ? `${accepted(talk) ? 'Assinatura' : 'Conversa'}: ${whenText(talk)}.` : null,
    ].filter((part) => part !== null),
}

/** Where the lead stands: a yes, what holds them back, or what is still open. */
const standingOf = (talk: Talk): string | null => {
  const held = objection(talk)
  const point = fact(talk, 'concern')
  const more = followUp(talk) ?? fact(talk, 'blocker')
  if (accepted(talk)) return 'Aceitou a proposta.'
  if (refused(talk)) return 'Recusou a proposta.'
  if (held) return `Objeção: ${OBJECTIONS[held]?.label ?? held}${more ? ` (“${more}”)` : ''}.`
  if (more) return `O que falta: “${more}”.`
  if (point) return point === 'nenhuma dúvida' ? 'Sem dúvidas sobre a proposta.' : `Ponto em aberto: “${point}”.`
  return null
}
