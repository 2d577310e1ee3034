import { BENTO_CLOSER, CLARA_SDR, type DialogueScene, NINA_POS_VENDA } from '../dialogue.ts'
import { ANA_LEAD, type ExpectedDialogue, LIA_SDR, NINA_AURORA_POS_VENDA } from '../expected-dialogue.ts'

const closer = { agent: BENTO_CLOSER, lead: ANA_LEAD }
const sdr = { agent: CLARA_SDR, lead: ANA_LEAD }
const PROPOSAL_READ_TURNS = [{ lead: 'oi' }, { lead: 'vi sim' }] as const
const ACCEPTANCE_REPLY = /Que notícia boa|assinatura|e-mail a equipe manda o contrato|prepararem o contrato/
const QUALIFIED_TURNS = [{ lead: 'quero um ap' }, { lead: 'pra mim' }, { lead: '400 mil' }, { lead: 'esse ano' }] as const

/** Messages that do not accept the proposal, with the expected reply. */
const NOT_ACCEPTING: ReadonlyArray<readonly [string, RegExp]> = [
  ['vou querer um desconto', /desconto/],
  ['vou querer pensar mais um pouco', /tempo|Sem pressa/],
  ['aceito a proposta se baixar 5%', /desconto/],
  ['quero fechar mas só se parcelar a entrada', /entrada/],
  ['eu vou querer ver o contrato antes', /equipe/],
  ['pode mandar o contrato pra eu ler antes de decidir', /equipe/],
]
const REFUSALS = [
  'nao vou querer',
  'nao vou querer, obrigado',
  'já esta fechado com outra empresa',
  'desisti, comprei com outra imobiliaria',
]
const ACCEPTING = ['quero fechar', 'vou querer sim', 'pode mandar o contrato', 'aceito a proposta']

const UNHAPPY: ReadonlyArray<readonly [string, DialogueScene['agent']]> = [
  ['não estou bem', NINA_POS_VENDA],
  ['nada bom', NINA_POS_VENDA],
  ['estou insatisfeita com o atendimento', NINA_POS_VENDA],
  ['a pintura nao ficou muito boa', { ...NINA_POS_VENDA, company: 'Aurora Imóveis' }],
]
const HAPPY = ['foi ótimo, amei', 'deu tudo certo, sem problemas', 'gostei muito, não tenho do que reclamar']

const NOT_NAMES = ['dermatologista', 'financiamento', 'hahaha', 'alo', 'tranquilo', 'exclui', 'amil']
const NAMES: ReadonlyArray<readonly [string, string]> = [
  ['Amanda', 'Amanda'],
  ['Carol', 'Carol'],
  ['duda', 'Duda'],
  ['Tonho', 'Tonho'],
  ['otavio', 'Otávio'],
  ['me chamo Aurora', 'Aurora'],
  ['Maria da Silva', 'Maria da Silva'],
  ['sou o Beto da Padaria Pão Quente', 'Beto'],
]

/** Answers: acceptance, rejection, praise, names, corrections, and messages that only resemble them. */
export const ANSWER_DIALOGUES: readonly ExpectedDialogue[] = [
  ...NOT_ACCEPTING.map(([lead, hears]) => ({
    title: `“${lead}” is no yes`,
    scene: closer,
    turns: [...PROPOSAL_READ_TURNS, { lead, hears: [hears, /\?/], never: ACCEPTANCE_REPLY, keeps: { decision: undefined } }],
  })),
  ...REFUSALS.map((lead) => ({
    title: `“${lead}” is a no, taken with good grace`,
    scene: closer,
    turns: [
      ...PROPOSAL_READ_TURNS,
      { lead, hears: [/Tudo bem/], never: /\?|Comparar/, calls: /recusou a proposta/, status: /Recusou/ },
      { lead: 'mudei de ideia, quero fechar', hears: [ACCEPTANCE_REPLY], calls: /aceitou/ },
    ],
  })),
  ...ACCEPTING.map((lead) => ({
    title: `“${lead}” is a yes`,
    scene: closer,
    turns: [
      ...PROPOSAL_READ_TURNS,
      { lead, hears: [/Que notícia boa/], calls: /aceitou a proposta/, keeps: { decision: 'sim' } },
    ],
  })),
  ...['não quero marcar visita', 'nao precisa marcar reuniao', 'nao quero marcar nada'].map((lead) => ({
    title: `“${lead}” books nothing`,
    scene: sdr,
    turns: [...QUALIFIED_TURNS, { lead, never: /vamos marcar|Qual dia/, keeps: { agrees: 'por mensagem', booking: undefined } }],
  })),
  ...UNHAPPY.map(([lead, agent]) => ({
    title: `“${lead}” is no praise`,
    scene: { agent, lead: ANA_LEAD },
    turns: [{ lead: 'oi' }, { lead, hears: [/sinto muito/i], never: /0 a 10|alegria/, keeps: { subject: 'problema' } }],
  })),
  ...HAPPY.map((lead) => ({
    title: `“${lead}” is praise`,
    scene: { agent: NINA_POS_VENDA, lead: ANA_LEAD },
    turns: [{ lead: 'oi' }, { lead, hears: [/0 a 10/], keeps: { subject: 'satisfação' } }],
  })),
  {
    title: '“bom, é o seguinte” is a beginning, no praise',
    scene: { agent: NINA_AURORA_POS_VENDA, lead: ANA_LEAD },
    turns: [
      {
        lead: 'bom, é o seguinte, queria saber da entrega das chaves',
        hears: [/chaves/],
        never: /alegria|0 a 10/,
        calls: /chaves/,
      },
    ],
  },
  ...NOT_NAMES.map((lead) => ({
    title: `“${lead}” is no name`,
    scene: { agent: LIA_SDR },
    turns: [{ lead: 'oi' }, { lead, never: /Prazer|Que bom falar com você,/, keeps: { name: undefined } }],
  })),
  ...NAMES.map(([lead, name]) => ({
    title: `“${lead}” is a name`,
    scene: { agent: CLARA_SDR },
    turns: [{ lead: 'oi' }, { lead, hears: [new RegExp(name.split(' ')[0] ?? '')], keeps: { name } }],
  })),
  {
    title: 'a name that nobody knows is taken when it is said again',
    scene: { agent: CLARA_SDR },
    turns: [{ lead: 'oi' }, { lead: 'Esmeralda', keeps: {} }, { lead: 'Esmeralda', keeps: { name: 'Esmeralda' } }],
  },
  {
    title: 'a company told with the name is kept as one',
    scene: { agent: { ...CLARA_SDR, company: 'Prosa' } },
    turns: [
      { lead: 'oi queria saber do sistema' },
      { lead: 'sou o Beto da Padaria Pão Quente', keeps: { name: 'Beto', company: 'Padaria Pão Quente' } },
    ],
  },
  {
    title: 'whoever would rather not say the name is not asked again',
    scene: { agent: CLARA_SDR },
    turns: [
      { lead: 'oi' },
      { lead: 'prefiro nao falar meu nome', hears: [/procurando/], never: /chama|nome/ },
      { lead: 'é segredo', keeps: { name: undefined, need: undefined } },
    ],
  },
  {
    title: 'a name, an e-mail, a phone and a budget are put right',
    scene: { agent: CLARA_SDR },
    turns: [
      { lead: 'oi' },
      { lead: 'Paulo' },
      {
        lead: 'na verdade meu nome é Paula, corretor automatico kkk',
        hears: [/Corrigi: Paula/],
        keeps: { name: 'Paula', need: undefined },
      },
      { lead: 'quero ap em campinas' },
      { lead: 'pra mim' },
      { lead: '500 mil', keeps: { budget: 'R$ 500 mil' } },
      {
        lead: 'na verdade até 350 mil, 500 nao da',
        hears: [/350/, /\?/],
        keeps: { budget: 'até R$ 350 mil', timing: undefined },
      },
    ],
  },
  {
    title: 'after the end an e-mail and a phone are put right',
    scene: { agent: CLARA_SDR, lead: { name: 'Rute' } },
    turns: [
      { lead: 'quero marcar uma visita numa casa' },
      { lead: 'terça 10h' },
      { lead: '11987654321' },
      { lead: 'rute@gmial.com' },
      { lead: 'ops errei o email é rute@gmail.com', hears: [/rute@gmail\.com/], keeps: { email: 'rute@gmail.com' } },
      { lead: 'e o telefone certo é 11 98765-0000', hears: [/98765-0000/], keeps: { phone: '+5511987650000' } },
    ],
  },
  {
    title: 'what the channel knows stays, whatever is put right',
    scene: sdr,
    turns: [{ lead: 'oi' }, { lead: 'o telefone certo é 11 98765-0000', keeps: { phone: undefined } }],
  },
  {
    title: 'to buy in the place of to let',
    scene: sdr,
    turns: [
      { lead: 'quero alugar um ap', keeps: { need: 'alugar um apartamento' } },
      {
        lead: 'esquece o q falei antes, quero comprar',
        hears: [/comprar um apartamento/],
        keeps: { need: 'comprar um apartamento' },
      },
    ],
  },
  {
    title: 'a question that names the thing says what is looked for',
    scene: { agent: CLARA_SDR },
    turns: [
      { lead: 'oi, vcs tem ap de 2 quartos em moema pra alugar?', calls: /moema/, keeps: { need: /2 quartos em moema/ } },
      { lead: 'Julio', never: /procurando/ },
      { lead: 'ja falei, 2 quartos em moema', never: /frustração/, calls: null },
    ],
  },
  {
    title: 'a bare wish to book is not what it is about',
    scene: { agent: CLARA_SDR, lead: { name: 'Rute' } },
    turns: [
      { lead: 'oi', hears: [/procurando/] },
      { lead: 'quero marcar visita', hears: [/assunto|Sobre o que/], keeps: { booking: 'sim', need: undefined } },
      { lead: 'casa', hears: [/dia/], keeps: { need: 'casa' } },
    ],
  },
  {
    title: 'an excuse is no company, a phone no budget',
    scene: { agent: CLARA_SDR, lead: { name: 'Lúcia' } },
    turns: [
      { lead: 'quero uma casa' },
      { lead: 'desculpa a demora, tava no trabalho', keeps: { audience: undefined } },
      { lead: 'pra mim' },
      { lead: '11988776655', keeps: { budget: undefined, phone: '+5511988776655', company: undefined } },
    ],
  },
  ...(['hola, quiero alquilar un departamento', "Hi, I'm looking for a 2 bedroom apartment to rent"] as const).map((lead) => ({
    title: `“${lead}” is not Portuguese`,
    scene: { agent: CLARA_SDR },
    turns: [
      { lead, hears: [/português/], calls: /outra língua/, keeps: { need: undefined } },
      {
        lead: lead.startsWith('hola') ? 'no hablo portugues' : 'My name is John',
        calls: /outra língua/,
        keeps: { name: undefined },
      },
    ],
  })),
  {
    title: 'a word of fashion in Portuguese is Portuguese',
    scene: sdr,
    turns: [{ lead: 'quero um loft ou studio no centro, please', never: /português/, keeps: { need: /loft/ } }],
  },
  {
    title: 'this number is not seen from here',
    scene: { agent: CLARA_SDR, lead: { name: 'Guto' } },
    turns: [
      { lead: 'quero marcar uma visita num ap' },
      { lead: 'quinta 10h', hears: [/telefone/] },
      { lead: 'é esse numero mesmo', hears: [/não vejo/] },
    ],
  },
]
