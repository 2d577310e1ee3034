import { BENTO_CLOSER, CLARA_SDR, NINA_POS_VENDA } from '../dialogue.ts'
import { ANA_LEAD, type ExpectedDialogue, type ExpectedTurn, LIA_SDR, WEEKDAYS_9_TO_18 } from '../expected-dialogue.ts'

const SATURDAY_BOOKED_TURNS: readonly ExpectedTurn[] = [
  { lead: 'quero marcar uma visita' },
  { lead: 'apto no centro' },
  { lead: 'sabado' },
  { lead: 'pode ser 10h', hears: [/sábado, 21\/11, às 10h/], calls: /sábado, 21\/11, às 10h/ },
]
const scene = { agent: CLARA_SDR, lead: ANA_LEAD }

/** Dates as leads write them, with the expected confirmation. */
const CONFIRMED_DATES: ReadonlyArray<readonly [string, string]> = [
  ['pode ser segunda 10h', 'segunda, 23/11, às 10h'],
  ['amanha as 14', 'sábado, 21/11, às 14h'],
  ['amanhã às 14h30', 'sábado, 21/11, às 14h30'],
  ['segunda depois das 18', 'segunda, 23/11, a partir das 18h'],
  ['terca de manhã', 'terça, 24/11, de manhã'],
  ['quarta meio-dia', 'quarta, 25/11, às 12h'],
  ['sexta 15:00', 'sexta, 27/11, às 15h'],
  ['dia 12 as 9', 'sábado, 12/12, às 9h'],
  ['qui 10:30h', 'quinta, 26/11, às 10h30'],
  ['nao posso sabado, so segunda as 16h', 'segunda, 23/11, às 16h'],
]

/** Appointments that are made, moved and cancelled. */
export const APPOINTMENT_DIALOGUES: readonly ExpectedDialogue[] = [
  ...CONFIRMED_DATES.map(([lead, date]) => ({
    title: `hears the date in “${lead}”`,
    scene,
    turns: [
      { lead: 'quero marcar uma visita' },
      { lead: 'apto no centro' },
      { lead, hears: [new RegExp(`${date}\\.`)], status: new RegExp(`${date}$`), calls: new RegExp(date) },
    ],
  })),
  ...['não vou conseguir ir', 'preciso desmarcar', 'cancela a visita', 'tive um imprevisto, n vai dar pra ir', 'cancela'].map(
    (lead) => ({
      title: `“${lead}” calls a booked visit off`,
      scene,
      turns: [
        ...SATURDAY_BOOKED_TURNS,
        {
          lead,
          hears: [/Cancelei por aqui.*sábado, 21\/11, às 10h/, /Quer marcar outro dia\?/],
          never: /Combinado|Anotado/,
          calls: /^Lead cancelou: sábado, 21\/11, às 10h/,
          status: /Cancelou/,
          keeps: { day: undefined, hour: undefined, cancelled: 'sábado, 21/11, às 10h' },
        },
      ],
      summary: /Cancelou: sábado, 21\/11, às 10h/,
    }),
  ),
  {
    title: 'a cancellation, no new date, and later one after all',
    scene,
    turns: [
      ...SATURDAY_BOOKED_TURNS,
      { lead: 'na vdd não vou conseguir ir', status: /Cancelou/ },
      {
        lead: 'agora não, depois vejo',
        hears: [/fica cancelado/],
        never: /\?/,
        status: /^Cancelou: sábado/,
        calls: /sem nova data/,
      },
      { lead: 'obg', hears: [/./], never: /\?|Anotado/, calls: null },
      { lead: 'quero marcar de novo', hears: [/dia.*\?/], status: /Aguardando melhor dia/ },
      { lead: 'qua 9h', hears: [/quarta, 25\/11, às 9h/], status: /quarta, 25\/11, às 9h/, keeps: { cancelled: undefined } },
    ],
  },
  {
    title: 'a changed day is confirmed as it was changed, and staff read the old one too',
    scene,
    turns: [
      ...SATURDAY_BOOKED_TURNS,
      {
        lead: 'melhor domingo',
        hears: [/domingo, 22\/11, às 10h/, /confirme se atende no domingo/],
        never: /sábado/,
        calls: /domingo, 22\/11, às 10h \(antes: sábado, 21\/11, às 10h\)/,
      },
      { lead: 'muda pra 16h', hears: [/domingo, 22\/11, às 16h/], status: /domingo, 22\/11, às 16h/ },
      { lead: ['troca pra segunda', 'ops, terça'], hears: [/terça, 24\/11, às 16h/], status: /terça/ },
    ],
  },
  {
    title: 'a new date in the same breath as the cancellation is a change',
    scene,
    turns: [
      ...SATURDAY_BOOKED_TURNS,
      {
        lead: 'não vou poder ir sábado, pode ser terça às 9?',
        hears: [/terça, 24\/11, às 9h/],
        never: /cancel|não tenho/i,
        status: /terça, 24\/11, às 9h/,
      },
    ],
  },
  {
    title: 'days and hours outside the team’s are answered honestly, and taken only with a warning',
    scene: { ...scene, agent: { ...CLARA_SDR, brief: WEEKDAYS_9_TO_18 } },
    turns: [
      { lead: 'quero marcar uma visita no apto da augusta' },
      { lead: 'domingo as 10', hears: [/domingo, 22\/11.*de segunda a sexta/, /\?/], keeps: { day: undefined }, calls: null },
      { lead: 'segunda as 20h', hears: [/20h.*das 9h às 18h/], keeps: { hour: undefined } },
      { lead: 'as 17', hears: [/segunda, 23\/11, às 17h/], status: /segunda, 23\/11, às 17h/ },
      { lead: 'muda pra domingo', hears: [/domingo, 22\/11.*de segunda a sexta/], keeps: { day: undefined } },
      { lead: 'tem que ser domingo', hears: [/domingo, 22\/11/, /depende de a equipe conseguir um encaixe/] },
    ],
  },
  {
    title: 'what was booked with somebody else is called off by the team, and the agent says so',
    scene: { agent: NINA_POS_VENDA, lead: { name: 'Rita', phone: '+5521987654321' } },
    turns: [
      {
        lead: 'bom dia, preciso desmarcar minha consulta de amanha',
        hears: [/pedi pra equipe cancelar/, /outro dia\?/],
        calls: /^Lead quer cancelar o que estava marcado/,
        keeps: { day: undefined, subject: undefined },
      },
      { lead: 'não', hears: [/a equipe te confirma o cancelamento/], never: /\?/ },
      { lead: 'queria a 2a via do boleto', hears: [/boleto/], calls: /./ },
    ],
  },
  {
    title: 'a day and an hour given early are kept, and asked for no more',
    scene: { agent: LIA_SDR },
    turns: [
      {
        lead: 'quero marcar consulta com cardiologista, aceita unimed?',
        hears: [/convênio/],
        calls: /convênio/,
        keeps: { need: /cardiologista/ },
      },
      { lead: 'Bia' },
      {
        lead: 'dia 12 as 9',
        hears: [/sábado, 12\/12, às 9h/],
        keeps: { day: 'sábado, 12/12', hour: '9h', need: /^(?!.*12).*cardiologista/ },
      },
      { lead: 'meio-dia', hears: [/sábado, 12\/12, às 12h/], never: /Qual dia|E o horário/ },
    ],
  },
  {
    title: 'a signing called off is no closing',
    scene: { agent: BENTO_CLOSER, lead: ANA_LEAD },
    turns: [
      { lead: 'quero fechar' },
      { lead: 'quinta 10h', status: /Fechamento: quinta, 26\/11, às 10h/ },
      {
        lead: 'surgiu um imprevisto, não vou poder comparecer',
        hears: [/Cancelei/],
        calls: /Lead cancelou: quinta/,
        status: /Cancelou/,
      },
      { lead: 'sim, sexta no mesmo horario', status: /sexta, 27\/11/ },
    ],
  },
  {
    title: 'who comes late is thanked, the team is told, and what was agreed stands',
    scene,
    turns: [
      ...SATURDAY_BOOKED_TURNS,
      {
        lead: 'vou me atrasar uns 10 min',
        hears: [/valeu por avisar/],
        never: /\?/,
        calls: /^Lead vai se atrasar: “vou me atrasar uns 10 min”/,
        status: /sábado, 21\/11, às 10h/,
      },
      {
        lead: 'tive um imprevisto, vou chegar atrasada. onde fica mesmo?',
        hears: [/equipe já está sabendo/, /endereço/],
        never: /Cancelei/,
        calls: /se atrasar/,
        status: /sábado, 21\/11, às 10h/,
      },
      { lead: 'vou me atrasar, melhor desmarcar', hears: [/Cancelei/], calls: /Lead cancelou/ },
    ],
  },
  {
    title: 'a lateness told first is no need, and one with a bill is none',
    scene: { agent: CLARA_SDR, lead: ANA_LEAD },
    turns: [
      { lead: 'oi, to atrasada, chego já', hears: [/valeu por avisar/], calls: /se atrasar/, keeps: { need: undefined } },
      { lead: 'e estou atrasada com o boleto', never: /já está sabendo|avisar/ },
    ],
  },
  {
    title: 'a clinic asks how the care is paid for, never for a budget',
    scene: { agent: LIA_SDR, lead: ANA_LEAD },
    turns: [
      { lead: 'preciso de uma consulta com dermato', never: /investi/ },
      { lead: 'pra mim', hears: [/particular ou por algum convênio\?/], never: /investi|limite de valor/ },
      { lead: 'tenho unimed', hears: [/pra quando/], never: /investi|limite de valor/, keeps: { coverage: 'unimed' } },
    ],
    summary: /atendimento: unimed/,
  },
  {
    title: 'without a plan the care is private, and that is not asked again',
    scene: { agent: LIA_SDR, lead: ANA_LEAD },
    turns: [
      { lead: 'queria uma limpeza de pele, não tenho convênio', keeps: { coverage: 'particular' } },
      { lead: 'pra mim', hears: [/pra quando/], never: /convênio|investi/ },
    ],
  },
  {
    title: 'a patient is asked for whom it is among people, and is offered a time instead of a talk',
    scene: { agent: LIA_SDR, lead: ANA_LEAD },
    turns: [
      { lead: 'preciso de uma consulta com dermato', hears: [/pra você ou pra alguém da família\?/], never: /empresa/ },
      { lead: 'pra mim' },
      { lead: 'particular' },
      { lead: 'semana que vem', hears: [/horário/], never: /20 minutos|opções certas/ },
    ],
  },
  {
    title: 'staff may have nothing asked about money',
    scene: { agent: { ...CLARA_SDR, brief: { ...WEEKDAYS_9_TO_18, asksFor: 'none' } }, lead: ANA_LEAD },
    turns: [
      { lead: 'procuro um apartamento' },
      { lead: 'pra mim', hears: [/pra quando|prazo/], never: /investi|valor|convênio/ },
    ],
  },
  {
    title: 'an agent of a house asks for the budget as ever',
    scene: { agent: CLARA_SDR, lead: ANA_LEAD },
    turns: [{ lead: 'procuro um apartamento' }, { lead: 'pra mim', hears: [/faixa de investimento/], never: /convênio/ }],
  },
]
