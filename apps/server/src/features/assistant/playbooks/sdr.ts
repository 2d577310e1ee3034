import { formatPhone } from '@prosa/contract/rules/phone'
import { another, cancelled, whenText } from './appointment.ts'
import { nameTopic } from './contact-topics.ts'
import { need } from './need-topic.ts'
import { OBJECTIONS } from './objections.ts'
import { comma, fact, ofCompany, type Playbook } from './playbook.ts'
import { agrees, softly, worry } from './sdr-next-step.ts'
import {
  agreed,
  audience,
  booking,
  budget,
  company,
  coverage,
  day,
  email,
  hour,
  phone,
  sells,
  teamSize,
  timing,
} from './sdr-topics.ts'

/** The first talk: who it is, what is needed, and a time with the team. */
export const sdr: Playbook = {
  purpose: () => 'Que bom que você chamou!',
  topics: [
    another,
    booking,
    nameTopic,
    need,
    audience,
    company,
    teamSize,
    coverage,
    budget,
    timing,
    worry,
    softly,
    agrees,
    day,
    hour,
    phone,
    email,
  ],
  usual: ['audience', 'company', 'teamSize', 'coverage', 'budget', 'timing'],
  besides: () => false,
  knows: ['how'],
  putsOff: 'price',
  answers: {
    price: () => [
      'Sobre valores: depende do que faz sentido pra você, e eu prefiro não chutar. Com mais duas ou três respostas a equipe te passa um valor de verdade.',
      'O valor certinho quem passa é a equipe, já em cima do seu caso. Estou quase lá com as perguntas.',
    ],
    how: (talk) => [
      `Funciona assim: eu entendo o que você precisa, e a equipe ${ofCompany(talk)} te mostra as opções que combinam, numa conversa rápida e sem compromisso.`,
      'É simples: umas perguntinhas aqui comigo, depois uma conversa curta com quem é especialista no assunto.',
    ],
    hours: () => [
      'Por aqui eu respondo a qualquer hora. O horário da equipe eu vou pedir pra confirmarem com você.',
      'O horário certinho da equipe eles te confirmam; comigo pode falar quando quiser.',
    ],
    address: () => [
      'O endereço eu prefiro que a equipe te mande certinho; já deixei pedido.',
      'Já deixei anotado pra equipe te mandar o endereço.',
    ],
  },
  conclude: (talk) => {
    const number = talk.lead.phone ? ` no ${formatPhone(talk.lead.phone)}` : ' por aqui'
    if (agreed(talk)) {
      const when = whenText(talk) || 'a combinar'
      return {
        replies: [
          `Prontinho${comma(talk)}! Deixei anotado: ${when}. A equipe confirma com você${number}. Até lá, qualquer dúvida é só me chamar. 😊`,
        ],
        stage: 'agendamento',
        status: `Conversa pedida: ${when}`,
        attention: `Confirmar conversa com o lead: ${when}`,
      }
    }
    return {
      replies: [
        `Combinado${comma(talk)}! Passei tudo pra equipe, e alguém te manda as informações${number}. Se lembrar de mais alguma coisa, é só escrever.`,
      ],
      stage: 'pitch',
      status: 'Aguardando informações da equipe',
      attention: 'Lead qualificado prefere receber as informações por mensagem',
    }
  },
  summary: (talk) => {
    const about = fact(talk, 'need')
    const [size, money, when] = [fact(talk, 'teamSize'), fact(talk, 'budget'), fact(talk, 'timing')]
    const profile = [
      fact(talk, 'audience') === 'família' ? 'para a família' : fact(talk, 'audience') === 'pessoal' ? 'para uso próprio' : null,
      size ? `equipe: ${size}` : null,
      money ? `${sells(talk) ? 'valor em mente' : 'investimento'}: ${money}` : null,
      fact(talk, 'coverage') ? `atendimento: ${fact(talk, 'coverage')}` : null,
      when ? `prazo: ${when}` : null,
    ].filter((part) => part !== null)
    const held = fact(talk, 'worry')
    const next = agreed(talk)
      ? whenText(talk)
        ? `Quer conversar ${whenText(talk)}.`
        : cancelled(talk)
          ? null
          : 'Quer marcar uma conversa.'
      : fact(talk, 'agrees')
        ? 'Prefere receber as informações por mensagem.'
        : null
    return [
      about ? `Procura: ${about}.` : null,
      profile.length > 0 ? `${capital(profile.join('; '))}.` : null,
      held && !agreed(talk) ? `O que pesa: ${OBJECTIONS[held]?.label ?? held}.` : null,
      next,
    ].filter((part) => part !== null)
  },
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)
