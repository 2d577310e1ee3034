import { BENTO_CLOSER, type Dialogue } from '../dialogue.ts'

const KNOWN_LEAD = { name: 'Marcos Reis', phone: '+5511987654321' }

/** Conversations about a proposal, with their expected ends. */
export const CLOSER_DIALOGUES: readonly Dialogue[] = [
  {
    title: 'Closer: yes',
    scene: { agent: BENTO_CLOSER, lead: KNOWN_LEAD },
    bursts: ['oi', 'vi sim', 'gostei, nenhuma', 'pode fechar!', 'marcos@x.com', 'segunda', '10h'],
    ends: { stage: 'fechamento', status: /Fechamento: segunda, 23\/11, às 10h/, summary: /Aceitou a proposta/, attention: true },
  },
  {
    title: 'Closer: yes in the first message',
    scene: { agent: BENTO_CLOSER, lead: { ...KNOWN_LEAD, email: 'm@x.co' } },
    bursts: ['Bento, gostei muito da proposta, quero fechar negócio', 'terça', '9h'],
    ends: { stage: 'fechamento', status: /Fechamento: terça/, summary: /Aceitou a proposta/, attention: true },
  },
  {
    title: 'Closer: too expensive, then a talk',
    scene: { agent: BENTO_CLOSER, lead: KNOWN_LEAD },
    bursts: ['achei caro', 'a entrada', 'sim', 'quinta 16h'],
    ends: { stage: 'agendamento', status: /quinta, 26\/11, às 16h/, summary: /Objeção: preço \(“a entrada”\)/, attention: true },
  },
  {
    title: 'Closer: has to ask the husband',
    scene: { agent: BENTO_CLOSER },
    bursts: [
      'Oi Bento',
      'Luiza',
      'vi, mas preciso falar com meu marido',
      'ele quer saber do prazo',
      'pode',
      'sábado de manha',
      '11 97777-6655',
    ],
    ends: { stage: 'agendamento', status: /sábado, 21\/11, de manhã/, summary: /decidir com outra pessoa/, attention: true },
  },
  {
    title: 'Closer: not now',
    scene: { agent: BENTO_CLOSER, lead: { name: 'Caio' } },
    bursts: ['oi', 'sim', 'vou pensar', 'mês que vem', 'ok'],
    ends: { stage: 'pitch', status: /Retomar: o mês que vem/, summary: /Objeção: momento/, attention: false },
  },
  {
    title: 'Closer: an objection that turns into a yes',
    scene: { agent: BENTO_CLOSER, lead: { ...KNOWN_LEAD, email: 'm@x.co' } },
    bursts: ['oi', 'vi sim', 'achei um pouco salgado', 'o valor total', 'quer saber, vamos fechar', 'amanhã', '11h'],
    ends: { stage: 'fechamento', status: /Fechamento: sábado/, summary: /Aceitou a proposta/, attention: true },
  },
  {
    title: 'Closer: the proposal never came',
    scene: { agent: BENTO_CLOSER, lead: { name: 'Caio' } },
    bursts: ['que proposta? não recebi nada', 'caio@uol.com.br'],
    ends: { stage: 'qualificacao', status: /Reenviar proposta/, summary: /não recebida/, attention: true },
  },
  {
    title: 'Closer: not read yet, wants it explained',
    scene: { agent: BENTO_CLOSER, lead: KNOWN_LEAD },
    bursts: ['ainda não vi', 'pode ser', 'amanhã', 'tanto faz'],
    ends: {
      stage: 'agendamento',
      status: /em qualquer horário/,
      summary: /Proposta não vista|proposta não vista/,
      attention: true,
    },
  },
  {
    title: 'Closer: not convinced, left in peace',
    scene: { agent: BENTO_CLOSER, lead: KNOWN_LEAD },
    bursts: ['oi', 'vi', 'tudo certo', 'ainda não', 'queria ver o imóvel de novo', 'não precisa'],
    ends: {
      stage: 'pitch',
      status: /Aguardando decisão do lead/,
      summary: /ver o imóvel de novo|imóvel de novo/,
      attention: false,
    },
  },
]
