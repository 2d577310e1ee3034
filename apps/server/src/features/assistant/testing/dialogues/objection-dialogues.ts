import { BENTO_CLOSER, CLARA_SDR } from '../dialogue.ts'
import { ANA_LEAD, DAVI_CLOSER, type ExpectedDialogue } from '../expected-dialogue.ts'

const closer = { agent: BENTO_CLOSER, lead: ANA_LEAD }
const PROPOSAL_READ_TURNS = [{ lead: 'oi' }, { lead: 'vi sim' }] as const
const ACCEPTANCE_REPLY = /Combinado!|Que notícia boa|E o horário|posso seguir com o fechamento|prepararem o contrato/

/** Objections, with the expected reply and the label for the team. */
const OBJECTION_MESSAGES: ReadonlyArray<readonly [string, RegExp, RegExp]> = [
  ['o banco reprovou meu financiamento', /sinto muito|essa resposta pesa/i, /crédito não aprovado/],
  ['tá caro', /caber com folga|olhar o valor/, /preço/],
  ['vou pensar', /tempo|Sem pressa/, /momento/],
  ['quero pensar melhor', /tempo|Sem pressa/, /momento/],
  ['preciso falar com minha esposa', /decidir junto|em conjunto/, /decidir com outra pessoa/],
  ['sim, mas tenho medo de não conseguir pagar', /confiança|compreensível|caber|dúvida/, /segurança|preço/],
]

/** Objections and questions. The agent answers them first, and never takes them for acceptance. */
export const OBJECTION_DIALOGUES: readonly ExpectedDialogue[] = [
  ...OBJECTION_MESSAGES.flatMap(([lead, met, label]) => [
    {
      title: `“${lead}” on the proposal is a worry`,
      scene: closer,
      turns: [
        ...PROPOSAL_READ_TURNS,
        { lead, hears: [met, /\?/], never: ACCEPTANCE_REPLY, keeps: { decision: undefined, callBack: undefined } },
      ],
      summary: new RegExp(`Objeção: .*${label.source}`),
    },
    {
      title: `“${lead}” when a talk is offered is no yes`,
      scene: closer,
      turns: [
        ...PROPOSAL_READ_TURNS,
        { lead: 'queria mudar o prazo de entrega' },
        { lead, hears: [met], never: ACCEPTANCE_REPLY, keeps: { callBack: undefined, day: undefined } },
      ],
    },
  ]),
  {
    title: 'a worry after the yes takes the yes back, with empathy, and staff are told',
    scene: closer,
    turns: [
      { lead: 'quero fechar' },
      { lead: 'quinta' },
      {
        lead: 'o banco reprovou meu financiamento',
        hears: [/sinto muito/],
        never: /não entendi|horário/i,
        calls: /tinha aceitado, mas agora: crédito não aprovado/,
        keeps: { decision: undefined, day: undefined },
      },
      { lead: 'e se eu desistir?', hears: [/desistência/, /equipe/], never: ACCEPTANCE_REPLY, calls: /desistência/ },
      { lead: 'posso usar fgts na entrada?', hears: [/FGTS/, /entrada/], calls: /FGTS.*entrada/ },
    ],
    summary: /crédito não aprovado.*Perguntou sobre: .*FGTS/,
  },
  {
    title: 'a partner’s doubt, a fund, and a late yes',
    scene: closer,
    turns: [
      ...PROPOSAL_READ_TURNS,
      { lead: 'achei a parcela pesada demais', hears: [/folga|valor/] },
      { lead: 'a entrada principalmente, 80 mil é mta coisa', hears: [/Posso marcar\?/] },
      { lead: 'e se eu usar o fundo de garantia', hears: [/FGTS/], calls: /FGTS/, never: /garantias/ },
      { lead: 'n sei se rola', keeps: { day: undefined } },
      { lead: 'minha mulher acha q é furada', hears: [/junto|conjunto/], never: /entendi direito|Qual dia/ },
      { lead: 'tá, marca ai', hears: [/dia/, /\?/], keeps: { callBack: 'sim' } },
      { lead: 'sabado de manha cedo tipo 8h', hears: [/sábado, 21\/11, às 8h/] },
      {
        lead: 'nao, sabado n da, tenho futebol kkkk',
        hears: [/remarcar|muda/, /\?/],
        never: /sábado, 21/,
        keeps: { day: undefined },
      },
      { lead: 'quinta 19h', hears: [/quinta, 26\/11, às 19h/] },
    ],
  },
  {
    title: 'a clinic’s patient whose insurance refused is met, and the price is an answer',
    scene: { agent: DAVI_CLOSER, lead: ANA_LEAD },
    turns: [
      { lead: 'que proposta?', hears: [/reenviar|reenvio/], never: /não tenho aqui/ },
      { lead: 'ah o orçamento da cirurgia, vi sim', keeps: { proposal: 'vista' }, never: /entendi direito|reenviar/ },
      { lead: 'ta puxado, no outro hospital é mais barato', hears: [/folga|valor/] },
      { lead: 'o preço né', never: /Os valores estão/, keeps: { 'followUp:preço': 'o preço né' } },
      { lead: 'o convenio negou a cirurgia', hears: [/sinto muito|frustração/], never: ACCEPTANCE_REPLY },
    ],
    summary: /convênio não cobriu/,
  },
  {
    title: 'each objection keeps its own words',
    scene: closer,
    turns: [
      ...PROPOSAL_READ_TURNS,
      { lead: 'ta caro' },
      { lead: 'a entrada', keeps: { 'followUp:preço': 'a entrada' } },
      { lead: 'preciso falar com meu marido', hears: [/junto|conjunto/], keeps: { 'followUp:autoridade': undefined } },
    ],
    summary: /decidir com outra pessoa(?!.*“)/,
  },
  {
    title: 'an open point is settled before anybody speaks of a contract',
    scene: closer,
    turns: [
      ...PROPOSAL_READ_TURNS,
      { lead: 'o prazo de entrega ficou longe', never: ACCEPTANCE_REPLY, hears: [/equipe/], calls: /prazo de entrega/ },
    ],
  },
  {
    title: 'a clinic’s quote: insurance and instalments are the team’s to answer',
    scene: { agent: DAVI_CLOSER, lead: { name: 'Bia' } },
    turns: [
      { lead: 'oi, vi o orçamento' },
      { lead: 'o convenio cobre? da pra parcelar?', hears: [/convênio/, /pagamento/], calls: /convênio/, never: /Combinado!/ },
    ],
  },
  {
    title: 'FGTS is answered, and stays out of what the lead looks for',
    scene: { agent: CLARA_SDR, lead: { name: 'João' } },
    turns: [
      {
        lead: 'kero um ape de 2 quartos na zona sul, posso usar FGTS?',
        hears: [/FGTS/, /equipe/],
        calls: /FGTS/,
        keeps: { need: 'um apê de 2 quartos na zona sul' },
      },
      { lead: 'vcs aceitam permuta', hears: [/permuta/], calls: /permuta/ },
      { lead: 'qual o nome do dono do predio?', hears: [/não tenho aqui|não chutar/], calls: /nome do dono do prédio/ },
    ],
  },
  {
    title: 'SDR: rent, month and phone are told apart',
    scene: { agent: CLARA_SDR, lead: { name: 'Kátia' } },
    turns: [
      { lead: 'qro alugar um ap' },
      { lead: 'vish n sei, uns 2500 3000 de aluguel', keeps: { budget: /2500/, partialPhone: undefined } },
      { lead: 'ja pra dezembro', keeps: { timing: 'dezembro' } },
      { lead: 'hmm depende, quanto tempo demora essa conversa', hears: [/equipe/], keeps: { agrees: undefined }, calls: /./ },
      { lead: 'tá pode ser', keeps: { agrees: 'sim' } },
    ],
  },
  {
    title: 'SDR: not ready to meet is met, and offered something gentler',
    scene: { agent: CLARA_SDR, lead: ANA_LEAD },
    turns: [
      { lead: 'casa com quintal' },
      { lead: 'pra minha familia' },
      { lead: '500 mil' },
      { lead: 'ano que vem', hears: [/Posso marcar\?/] },
      {
        lead: 'vou pensar',
        hears: [/Sem pressa|tempo/, /por mensagem/],
        never: /Maravilha|Que dia|Qual dia/,
        keeps: { agrees: undefined },
      },
      { lead: 'pode ser', keeps: { agrees: 'por mensagem' }, never: /Qual dia/ },
    ],
    summary: /O que pesa: momento/,
  },
]
