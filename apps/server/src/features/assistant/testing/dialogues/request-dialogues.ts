import { BENTO_CLOSER, CLARA_SDR, type DialogueScene, NINA_POS_VENDA } from '../dialogue.ts'
import { ANA_LEAD, DAVI_CLOSER, type ExpectedDialogue, LIA_SDR, NINA_AURORA_POS_VENDA } from '../expected-dialogue.ts'

const broker: DialogueScene = { agent: CLARA_SDR, lead: ANA_LEAD }
const FAREWELL = /não vou mais te escrever/

const COMPLAINTS: ReadonlyArray<readonly [string, DialogueScene]> = [
  ['vcs ainda nao me mandaram a proposta', { agent: BENTO_CLOSER, lead: ANA_LEAD }],
  ['abri chamado semana passada e nao me ligaram ate agora', { agent: NINA_AURORA_POS_VENDA, lead: ANA_LEAD }],
  ['o medico nao me escreveu a receita', { agent: NINA_POS_VENDA, lead: ANA_LEAD }],
]
const NOT_ABOUT_AGENT: ReadonlyArray<readonly [string, DialogueScene]> = [
  ['pare de tomar o remedio antes do exame? preciso?', { agent: LIA_SDR, lead: ANA_LEAD }],
  ['nao me chame de senhora kkk', broker],
  ['vcs nao me mandam o contrato faz 1 semana', { agent: BENTO_CLOSER, lead: ANA_LEAD }],
  ['nao quero receber a proposta por email, prefiro por aqui', { agent: BENTO_CLOSER, lead: ANA_LEAD }],
]
const OPT_OUT_REQUESTS = [
  'nao me manda mais mensagem',
  'para de me mandar mensagem',
  'nao quero mais contato',
  'nao quero mais receber mensagens',
  'me tira dessa lista',
  'não me liguem mais',
]
const DELETION_REQUESTS = [
  'quero que apaguem meus dados do sistema',
  'exclui meu cadastro por favor',
  'por favor apaguem todos os meus dados',
  'quero excluir meu cadastro',
  'deletem meu numero',
  'revogo meu consentimento',
]
const HUMAN_REQUESTS = [
  'quero ser atendido por uma pessoa',
  'nao to entendendo nada, me passa pra alguem',
  'quero falar c um corretor',
  'humano pfv',
  'nao quero robo, poe um humano na linha',
]
const ANGRY_MESSAGES = [
  'que atendimento lixo',
  'vai se lascar',
  'odeio vcs',
  'vcs sao um bando de ladrão',
  'vc nao responde nada',
  'que absurdo',
]
const FRIENDLY_MESSAGES: ReadonlyArray<readonly [string, DialogueScene]> = [
  ['cansada de pagar aluguel kkk quero comprar meu ap', broker],
  ['isso nao é golpe nao né?', broker],
  ['desculpa sou meio burra com isso kkk como funciona o financiamento?', broker],
  ['ja falei, 2 quartos em moema', broker],
  ['tem taxa de lixo?', broker],
  ['meu ex é um idiota, quero um ap longe dele', broker],
  ['que lindo esse ap, porra', broker],
  ['vcs tem vacina de raiva?', { agent: LIA_SDR, lead: ANA_LEAD }],
  ['tenho vergonha do meu sorriso, quero muito fazer', { agent: DAVI_CLOSER, lead: ANA_LEAD }],
]

/** Requests: no more messages, deletion of data, a human. */
export const REQUEST_DIALOGUES: readonly ExpectedDialogue[] = [
  ...COMPLAINTS.map(([lead, scene]) => ({
    title: `“${lead}” is a complaint, no wish to be left alone`,
    scene,
    turns: [{ lead, hears: [/desculpa|sinto muito/i], never: FAREWELL, calls: /./ }],
  })),
  ...NOT_ABOUT_AGENT.map(([lead, scene]) => ({
    title: `“${lead}” is no wish to be left alone`,
    scene,
    turns: [{ lead, hears: [/./], never: FAREWELL }],
  })),
  ...OPT_OUT_REQUESTS.map((lead) => ({
    title: `“${lead}” is taken at its word`,
    scene: broker,
    turns: [
      { lead, hears: [FAREWELL], calls: /não receber/ },
      { lead: 'ok', hears: null },
    ],
  })),
  {
    title: 'a call is unwelcome, a message is not',
    scene: broker,
    turns: [
      { lead: 'quero comprar um ap na vila sonia' },
      { lead: 'nao me liga nao, prefiro por aqui mesmo', hears: [/por aqui mesmo/, /\?/], never: FAREWELL, calls: /mensagem/ },
    ],
    summary: /Prefere mensagem/,
  },
  {
    title: 'in doubt it is asked once whether to stop',
    scene: broker,
    turns: [
      { lead: 'me deixa em paz', hears: [/pare de te escrever por aqui\?/] },
      { lead: 'sim', hears: [FAREWELL], calls: /não receber/ },
    ],
  },
  {
    title: 'in doubt it is asked once whether to stop; a no goes on',
    scene: broker,
    turns: [
      { lead: 'nao quero mais nada', hears: [/pare de te escrever por aqui\?/] },
      { lead: 'não', hears: [/seguimos/, /\?/], never: FAREWELL },
      { lead: 'nao quero mais nada', never: /pare de te escrever/ },
    ],
  },
  ...DELETION_REQUESTS.map((lead) => ({
    title: `“${lead}” is a matter of the law`,
    scene: { agent: CLARA_SDR } as const,
    turns: [
      { lead: 'oi' },
      {
        lead,
        hears: [/dados/, /LGPD/],
        never: /\?|Prazer|já anotei/,
        calls: /^LGPD/,
        keeps: { name: undefined, need: undefined },
      },
    ],
  })),
  {
    title: '“não precisa apagar meus dados” asks for nothing',
    scene: broker,
    turns: [{ lead: 'não precisa apagar meus dados', never: /LGPD/ }],
  },
  ...HUMAN_REQUESTS.map((lead) => ({
    title: `“${lead}” calls a person`,
    scene: broker,
    turns: [
      { lead, hears: [/Já avisei a equipe/], never: /\?|já anotei/, calls: /pediu para falar/, keeps: { need: undefined } },
    ],
  })),
  {
    title: '“não precisa chamar um atendente” calls nobody',
    scene: broker,
    turns: [{ lead: 'não precisa chamar um atendente', calls: null }],
  },
  ...ANGRY_MESSAGES.map((lead) => ({
    title: `“${lead}” is anger`,
    scene: broker,
    turns: [{ lead, hears: [/sinto muito/i], never: /\?|já anotei/, calls: /insatisfeito|irritado/, keeps: { need: undefined } }],
  })),
  ...FRIENDLY_MESSAGES.map(([lead, scene]) => ({
    title: `“${lead}” is no anger at the team`,
    scene,
    turns: [{ lead, hears: [/./], never: /frustração|chateado|desgaste/ }],
  })),
  {
    title: 'a message taken back is let go',
    scene: broker,
    turns: [
      { lead: 'quero marcar uma visita numa casa' },
      { lead: 'ignora a mensagem anterior, mandei errado', hears: [/desconsidero/], never: /não consigo fazer/ },
    ],
  },
  {
    title: 'what a patient needs is no attempt to steer',
    scene: { agent: LIA_SDR },
    turns: [{ lead: 'oi me manda as instruções do preparo da colonoscopia', hears: [/preparo/], calls: /preparo/ }],
  },
  {
    title: 'a lost password is the team’s to help with',
    scene: { agent: NINA_POS_VENDA, lead: ANA_LEAD },
    turns: [{ lead: 'oi perdi a senha do portal, me manda a senha pra eu ver meu exame', hears: [/acesso/], calls: /senha/ }],
  },
  {
    title: 'voice messages: the team is told of the first, and called at the second',
    scene: { agent: CLARA_SDR },
    turns: [
      { lead: [{ type: 'audio', content: '' }], calls: /áudio/ },
      { lead: [{ type: 'audio', content: '' }], hears: [/chamei uma pessoa/], never: /\?/, calls: /áudio/ },
    ],
  },
  {
    title: 'what the agent knows itself it answers',
    scene: { agent: CLARA_SDR },
    turns: [
      { lead: 'oi' },
      { lead: 'quem é vc?', hears: [/Clara, assistente virtual da Aurora/], calls: null },
      { lead: 'é gente ou robo?', hears: [/assist(ente|ência) virtual/], calls: null },
      { lead: 'isso aqui é automatico?', hears: [/assist(ente|ência) virtual/], calls: null },
    ],
  },
  {
    title: 'which day stands is said, not passed on',
    scene: broker,
    turns: [
      { lead: 'quero marcar uma visita no ap da lapa' },
      { lead: 'terça as 15h' },
      { lead: 'desculpa qual dia ficou mesmo?', hears: [/terça, 24\/11, às 15h/], calls: null },
      { lead: 'ta confirmado?', hears: [/terça, 24\/11, às 15h/, /equipe/], calls: null },
    ],
  },
  {
    title: 'a price asked again calls a person, and is not put off in the same words',
    scene: { agent: CLARA_SDR },
    turns: [
      { lead: 'quanto custa o ap do anuncio?', hears: [/Sobre valores/] },
      { lead: 'so quero saber o valor', hears: [/equipe|pessoa/], never: /Sobre valores|Estou quase lá/, calls: /preço/ },
      { lead: 'quanto custa??', never: /Sobre valores|Estou quase lá/, calls: /preço/ },
    ],
  },
  {
    title: '“já deixei pedido” is true',
    scene: { agent: LIA_SDR },
    turns: [{ lead: 'onde fica a clinica?', hears: [/deixei pedido/], calls: /endereço/ }],
  },
]
