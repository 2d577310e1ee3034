import type { Stage } from '@prosa/contract/entities/conversation'
import { AURORA, type Burst, NINA, type Scene } from './dialogue.ts'
import { CLOSER_DIALOGUES } from './dialogues-closer.ts'

export interface Dialogue {
  readonly title: string
  readonly scene: Scene
  readonly bursts: readonly Burst[]
  readonly ends: { readonly stage: Stage; readonly status: RegExp; readonly summary: RegExp; readonly attention: boolean }
}

const LIA = { name: 'Lia', type: 'SDR', company: 'Clínica Vitta' } as const
const CLARA_PROSA = { name: 'Clara', type: 'SDR', company: 'Prosa' } as const

/** Whole conversations of different kinds, and how each should end. */
export const DIALOGUES: readonly Dialogue[] = [
  {
    title: 'SDR: a patient lead, one answer at a time, ends in a booked talk',
    scene: { agent: AURORA },
    bursts: [
      'oi',
      'ana paula',
      'quero alugar um apartamento de 2 quartos perto do metrô',
      'pra mim mesmo',
      'até 3 mil por mes',
      'mês que vem',
      'pode ser',
      'terça',
      '15h',
      '11 98765-4321',
      'não quero',
      'obrigada!',
    ],
    ends: {
      stage: 'agendamento',
      status: /^Conversa pedida: terça, 24\/11, às 15h$/,
      summary: /^Ana Paula: procura: alugar um apartamento de 2 quartos.*até R\$ 3 mil por mês/,
      attention: true,
    },
  },
  {
    title: 'SDR: a burst with name, origin and price at once',
    scene: { agent: AURORA },
    bursts: [
      ['Boa tarde', 'Meu nome é João da Silva', 'vi o anuncio no insta', 'quanto custa o de 3 quartos?'],
      'to procurando casa com quintal',
      'minha familia',
      'uns 600 mil',
      'sem pressa',
      'sim, amanhã de manhã',
      'joao@gmail.com e meu fone 21 99888-7766',
    ],
    ends: { stage: 'agendamento', status: /sábado, 21\/11, de manhã/, summary: /Perguntou sobre: preço/, attention: true },
  },
  {
    title: 'SDR: a company, answered by message in the end',
    scene: { agent: CLARA_PROSA },
    bursts: [
      'Olá, sou a Marina da empresa Padaria Sol, queria entender como funciona',
      'um sistema pra responder clientes no whatsapp',
      'somos 12 pessoas',
      'nao sei ainda',
      'o quanto antes',
      'prefiro por mensagem',
      'marina@padariasol.com.br',
      '11987654321',
      'ok',
      'vcs atendem sábado?',
      'ok',
    ],
    ends: {
      stage: 'pitch',
      status: /Aguardando informações da equipe/,
      summary: /Marina \(Padaria Sol\).*12 pessoas.*por mensagem/,
      attention: true,
    },
  },
  {
    title: 'SDR: wants to book right away, then changes the date',
    scene: { agent: LIA, lead: { name: 'Beatriz', phone: '+5521987654321' } },
    bursts: [
      'boa noite, quero marcar uma consulta',
      'com dermatologista',
      'semana que vem',
      'quarta',
      'depois das 14',
      'nao precisa',
      'preciso remarcar',
      'quinta as 10',
      'valeu tchau',
    ],
    ends: { stage: 'agendamento', status: /quinta, 26\/11, às 10h/, summary: /dermatologista.*quinta, 26\/11/, attention: true },
  },
  {
    title: 'SDR: typos and one-letter answers',
    scene: { agent: AURORA },
    bursts: ['oii', 'Rui', 'kero alugá casa', 'p mim', 'n sei', 'qdo der', 'blz', 'seg', '2 da tarde', '11988887777', 'n'],
    ends: { stage: 'agendamento', status: /segunda, 23\/11, às 14h/, summary: /^Rui/, attention: true },
  },
  {
    title: 'SDR: says things out of turn, nothing is lost',
    scene: { agent: AURORA },
    bursts: [
      'apartamento na zona sul com varanda',
      'Léo',
      'tem que aceitar cachorro também',
      'é pra minha família',
      '500 mil',
      'esse ano',
    ],
    ends: { stage: 'pitch', status: /Aguardando aceite/, summary: /zona sul.*cachorro/, attention: false },
  },
  {
    title: 'SDR: pictures, places and voices',
    scene: { agent: AURORA },
    bursts: [
      [{ type: 'audio', content: '' }],
      [{ type: 'image', content: '' }, 'Me chamo Léo'],
      [{ type: 'location', content: 'Av. Paulista' }],
      'uma casa',
      [{ type: 'hologram', content: '?' }],
    ],
    ends: { stage: 'qualificacao', status: /Em qualificação/, summary: /Léo: procura: uma casa/, attention: true },
  },
  {
    title: 'SDR: busy now, back later, polite to the end',
    scene: { agent: AURORA, lead: { name: 'Ana' } },
    bursts: ['oi', 'agora não posso, te respondo mais tarde', 'oi, voltei', 'quero vender meu apartamento', 'obrigada, tchau'],
    ends: { stage: 'qualificacao', status: /Em qualificação/, summary: /Ana: procura: vender meu apartamento/, attention: false },
  },
  {
    title: 'After-sales: a problem, with an hour already past',
    scene: { agent: NINA, lead: { name: 'Rita Souza', phone: '+5521987654321' } },
    bursts: [
      'oi',
      'estou com um problema, meu resultado nao chegou até hoje',
      'protocolo 45821',
      'faz 3 dias',
      'hoje',
      'as 10',
      '18h',
      'obrigada',
    ],
    ends: {
      stage: 'agendamento',
      status: /Retorno pedido: sexta, 20\/11, às 18h/,
      summary: /problema.*45821.*há 3 dias/,
      attention: true,
    },
  },
  {
    title: 'After-sales: a happy customer',
    scene: { agent: NINA },
    bursts: ['Oi tudo bem?', 'Carlos', 'adorei o atendimento!', '10', 'a dra. foi super atenciosa', 'tchau'],
    ends: { stage: 'fechamento', status: /Satisfação: nota 10/, summary: /nota 10.*super atenciosa/, attention: false },
  },
  {
    title: 'After-sales: a low score calls a person',
    scene: { agent: NINA, lead: { name: 'Carla' } },
    bursts: ['oi', 'foi bom', '5', 'demorou demais na recepção'],
    ends: { stage: 'fechamento', status: /nota 5/, summary: /nota 5.*recepção/, attention: true },
  },
  {
    title: 'After-sales: an angry customer',
    scene: { agent: NINA },
    bursts: [
      'isso é um absurdo, ninguém me responde',
      'Joana',
      'me cobraram duas vezes',
      'contrato 7781',
      'desde segunda',
      'amanhã cedo',
      '21 2555-1234',
    ],
    ends: { stage: 'agendamento', status: /sábado, 21\/11, de manhã/, summary: /me cobraram duas vezes/, attention: true },
  },
  {
    title: 'After-sales: a question about a bill',
    scene: { agent: NINA },
    bursts: ['bom dia, onde vejo meu boleto?', 'Pedro Lima', '21987651234'],
    ends: {
      stage: 'pitch',
      status: /Aguardando resposta da equipe/,
      summary: /dúvida — “onde vejo meu boleto\?”/,
      attention: true,
    },
  },
  {
    title: 'After-sales: wants to cancel',
    scene: { agent: { ...NINA, type: 'POST_SALE' }, lead: { name: 'Davi', phone: '+5511987654321' } },
    bursts: ['quero cancelar', 'mudei de cidade', 'não tenho o número', 'amanhã', 'tanto faz'],
    ends: { stage: 'agendamento', status: /Retorno pedido/, summary: /cancelamento — “mudei de cidade”/, attention: true },
  },
  ...CLOSER_DIALOGUES,
]
