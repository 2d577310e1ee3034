import { BENTO_CLOSER, CLARA_SDR, NINA_POS_VENDA } from '../dialogue.ts'
import { ANA_LEAD, type ExpectedDialogue, type ExpectedTurn, LIA_SDR, WEEKDAYS_9_TO_18 } from '../expected-dialogue.ts'

const scene = { agent: CLARA_SDR, lead: ANA_LEAD }
const BOOKING_TURNS: readonly ExpectedTurn[] = [{ lead: 'quero marcar uma visita' }, { lead: 'apto no centro' }]
/** Turns that book the Tuesday after FRIDAY (testing/dialogue.ts). */
const TUESDAY_BOOKED_TURNS: readonly ExpectedTurn[] = [
  ...BOOKING_TURNS,
  { lead: 'terça as 15h', status: /terça, 24\/11, às 15h$/ },
]

/** Days that do not exist or are past, with the expected reply. */
const IMPOSSIBLE_DAYS: ReadonlyArray<readonly [string, RegExp]> = [
  ['dia 30/02 as 10h', /30\/02 não existe/],
  ['dia 31 de abril as 15h', /31\/04 não existe/],
  ['29/02 as 15h', /29\/02 não existe/],
  ['31/11', /31\/11 não existe/],
  ['dia 35', /dia 35 não existe/],
  ['dia 10/11/2026 as 15h', /10\/11\/2026 já passou/],
  ['dia 18/11 as 9h', /18\/11 já passou/],
  ['ontem as 15h', /ontem já passou/],
]

/** Unusual ways to write a day, with the expected day. */
const UNUSUAL_DAYS: ReadonlyArray<readonly [string, string]> = [
  ['dia 25 do mes que vem as 14h', 'sexta, 25/12, às 14h'],
  ['mes que vem, dia 10, as 9h', 'quinta, 10/12, às 9h'],
  ['dia 30 deste mes as 16h', 'segunda, 30/11, às 16h'],
  ['dia primeiro as 9h', 'terça, 01/12, às 9h'],
  ['1º de dezembro as 9h', 'terça, 01/12, às 9h'],
  ['daqui 15 dias as 10h', 'sábado, 05/12, às 10h'],
  ['daqui a duas semanas, 10h', 'sexta, 04/12, às 10h'],
  ['3ª feira as 15h', 'terça, 24/11, às 15h'],
  ['na 2ª às 10h', 'segunda, 23/11, às 10h'],
  ['10/01 as 9h', 'domingo, 10/01, às 9h'],
  ['15/08/2027 as 9h', 'domingo, 15/08/2027, às 9h'],
  ['dia 30/02 não, dia 25 às 10h', 'quarta, 25/11, às 10h'],
]

/** Messages that leave a booked Tuesday unchanged. */
const UNCHANGING_MESSAGES = [
  'bom domingo!',
  'bom fim de semana pra vcs',
  'ótima sexta',
  'até amanhã',
  'até segunda!',
  'hoje?',
  'quinta',
  'amanhã de tarde vcs conseguem me mandar fotos?',
  'prefiro que me mandem as fotos amanha',
  'nao precisa remarcar',
  'cancela nao, foi engano',
  'ah lembrei que tenho um cachorro, pode?',
  'lembrei que vou precisar de 2 vagas',
  'nao vou mais de carro, tem metro perto?',
  'quero mudar pra lá em janeiro',
  'vou passar pra minha esposa o endereço',
  'não vou poder pagar a entrada',
  'terça é feriado?',
  'só terça eu posso',
]

/** Messages that move a booked Tuesday, with the expected date. */
const CHANGING_MESSAGES: ReadonlyArray<readonly [string, string]> = [
  ['na vdd prefiro quarta de manhã', 'quarta, 25/11, de manhã'],
  ['na verdade prefiro as 17h', 'terça, 24/11, às 17h'],
  ['ah não, quinta as 9', 'quinta, 26/11, às 9h'],
  ['esqueci, quinta é melhor', 'quinta, 26/11, às 15h'],
  ['melhor quarta', 'quarta, 25/11, às 15h'],
  ['pode ser quarta', 'quarta, 25/11, às 15h'],
  ['terça não, quarta', 'quarta, 25/11, às 15h'],
  ['pode ser sexta as 10?', 'sexta, 27/11, às 10h'],
  ['quinta 11h', 'quinta, 26/11, às 11h'],
  ['16h', 'terça, 24/11, às 16h'],
]

/** Impossible, unchanged and changed dates. */
export const DATE_DIALOGUES: readonly ExpectedDialogue[] = [
  ...IMPOSSIBLE_DAYS.map(([lead, said]) => ({
    title: `“${lead}” is no day to come on`,
    scene,
    turns: [
      ...BOOKING_TURNS,
      { lead, hears: [said, /\?/], calls: null, status: /Aguardando melhor dia/, keeps: { day: undefined } },
      { lead: 'quarta as 11h', hears: [/quarta, 25\/11, às 11h/], status: /quarta, 25\/11, às 11h$/ },
    ],
  })),
  ...UNUSUAL_DAYS.map(([lead, date]) => ({
    title: `hears the day in “${lead}”`,
    scene,
    turns: [...BOOKING_TURNS, { lead, hears: [new RegExp(`${date}\\.`)], status: new RegExp(`${date}$`) }],
  })),
  ...UNCHANGING_MESSAGES.map((lead) => ({
    title: `“${lead}” leaves the date that stands`,
    scene,
    turns: [
      ...TUESDAY_BOOKED_TURNS,
      { lead, never: /Cancelei|remarcar\.|Prontinho/, status: /^Conversa pedida: terça, 24\/11, às 15h$/ },
    ],
    summary: /Quer conversar terça, 24\/11, às 15h/,
  })),
  ...CHANGING_MESSAGES.map(([lead, date]) => ({
    title: `“${lead}” changes the date that stands`,
    scene,
    turns: [
      ...TUESDAY_BOOKED_TURNS,
      { lead, hears: [new RegExp(date)], status: new RegExp(`${date}$`), calls: /\(antes: terça, 24\/11, às 15h\)$/ },
    ],
  })),
  ...['desisto', 'acho q vou desistir', 'não precisa mais', 'lembrei que tenho dentista na terça'].map((lead) => ({
    title: `“${lead}” calls the date off`,
    scene,
    turns: [...TUESDAY_BOOKED_TURNS, { lead, hears: [/Cancelei/], calls: /^Lead cancelou: terça/, status: /Cancelou/ }],
  })),
  {
    title: 'a bare day and a question hear which date stands; day and hour together then change it',
    scene,
    turns: [
      ...TUESDAY_BOOKED_TURNS,
      { lead: 'quinta', hears: [/terça, 24\/11, às 15h.*novo dia/], calls: null },
      { lead: 'quinta as 10', hears: [/quinta, 26\/11, às 10h/], status: /quinta, 26\/11, às 10h$/ },
    ],
  },
  {
    title: 'another hour keeps the day',
    scene,
    turns: [
      ...TUESDAY_BOOKED_TURNS,
      { lead: 'preciso trocar o horario', hears: [/hor/], never: /dia/, keeps: { day: 'terça, 24/11' } },
      { lead: '16h', status: /terça, 24\/11, às 16h$/, calls: /antes: terça, 24\/11, às 15h/ },
      { lead: 'na verdade 17h', status: /terça, 24\/11, às 17h$/ },
    ],
  },
  {
    title: 'a change begun and given up leaves what stood',
    scene,
    turns: [
      ...TUESDAY_BOOKED_TURNS,
      { lead: 'preciso remarcar', hears: [/\?/], keeps: { day: undefined } },
      { lead: 'ah, deixa como estava', hears: [/terça, 24\/11, às 15h/], status: /terça, 24\/11, às 15h$/ },
    ],
  },
  {
    title: 'a date moved to a day that there is not is asked for again, and nothing is confirmed',
    scene,
    turns: [
      ...TUESDAY_BOOKED_TURNS,
      { lead: 'muda pra 31/11', hears: [/31\/11 não existe/], never: /Mudado|Prontinho/, keeps: { day: undefined } },
      { lead: 'dia 30', status: /segunda, 30\/11, às 15h$/, calls: /antes: terça, 24\/11, às 15h/ },
    ],
  },
  {
    title: 'a part of today that is over, and an hour that no clock has, are asked for again',
    scene,
    turns: [
      ...BOOKING_TURNS,
      { lead: 'hj de manha', hears: [/já passou|já foi/, /\?/], keeps: { hour: undefined } },
      { lead: 'amanha as 25h', hears: [/25h/, /\?/], keeps: { day: 'sábado, 21/11', hour: undefined } },
      { lead: '14hs entao', status: /sábado, 21\/11, às 14h$/ },
    ],
  },
  {
    title: 'a month ahead and days past in other talk are no dates',
    scene: { agent: NINA_POS_VENDA, lead: ANA_LEAD },
    turns: [
      { lead: 'o portão quebrou' },
      { lead: 'não abre mais' },
      { lead: 'não tenho contrato aqui' },
      { lead: 'desde 10/11', never: /já passou/ },
    ],
  },
  {
    title: 'what is not booked is not called off',
    scene: { agent: CLARA_SDR, lead: ANA_LEAD },
    turns: [
      { lead: 'queria ver um ap em santos' },
      { lead: 'mas nao consigo ir ai pessoalmente, moro longe', never: /cancel|outro dia/i, keeps: { cancelled: undefined } },
    ],
  },
  {
    title: 'a contract is no appointment',
    scene: { agent: NINA_POS_VENDA, lead: ANA_LEAD },
    turns: [
      {
        lead: 'quero cancelar minha assinatura',
        never: /outro dia|estava marcado/,
        keeps: { subject: 'cancelamento', cancelled: undefined },
      },
    ],
  },
  {
    title: 'an appointment of elsewhere is moved by the team: both dates are read, and nothing else is asked',
    scene: { agent: NINA_POS_VENDA },
    turns: [
      {
        lead: 'oi, preciso remarcar minha consulta de terça pra quinta de manhã',
        hears: [/quinta, 26\/11, de manhã/, /\?/],
        calls: /^Lead quer remarcar terça, 24\/11/,
        keeps: { subject: undefined },
      },
      {
        lead: 'Marta',
        hears: [/terça, 24\/11.*quinta, 26\/11, de manhã/],
        never: /\?/,
        calls: /quinta, 26\/11, de manhã \(antes: terça, 24\/11\)/,
        status: /Remarcação: quinta, 26\/11, de manhã/,
      },
      { lead: '21988776655', never: /experiência|\?/, keeps: { phone: /88776655/ } },
      { lead: 'na verdade sexta as 10', status: /sexta, 27\/11, às 10h/, calls: /antes: quinta/ },
      { lead: 'e o elevador parou de novo', hears: [/sinto muito|Que chato/], keeps: { subject: 'problema' } },
    ],
    summary: /^Marta/,
  },
  {
    title: 'an appointment of elsewhere without a new day is asked for one',
    scene: { agent: NINA_POS_VENDA, lead: ANA_LEAD },
    turns: [
      { lead: 'quero remarcar minha consulta', hears: [/Pra que dia/], calls: /^Lead quer remarcar/, never: /experiência/ },
      { lead: 'quinta 9h', hears: [/quinta, 26\/11, às 9h/], status: /Remarcação: quinta, 26\/11, às 9h/ },
    ],
    summary: /remarcar o que estava marcado para quinta, 26\/11, às 9h/,
  },
  {
    title: 'who confirms an appointment of elsewhere is passed on',
    scene: { agent: NINA_POS_VENDA, lead: ANA_LEAD },
    turns: [
      {
        lead: 'confirmando minha consulta de amanhã às 10',
        hears: [/confirma \(sábado, 21\/11, 10h\)/],
        never: /\?/,
        calls: /^Lead confirma sábado, 21\/11, 10h/,
      },
    ],
    summary: /[Cc]onfirmou sábado/,
  },
  {
    title: 'a signing gives way to a new day and hour, and a wish for a good week leaves it',
    scene: { agent: BENTO_CLOSER, lead: ANA_LEAD },
    turns: [
      { lead: 'quero fechar' },
      { lead: 'quinta 10h', status: /Fechamento: quinta, 26\/11, às 10h/ },
      { lead: 'boa semana!', status: /Fechamento: quinta, 26\/11, às 10h/ },
      { lead: 'na verdade sexta as 9h', status: /Fechamento: sexta, 27\/11, às 9h/ },
    ],
  },
  {
    title: 'a day the team is away stays told as that, beside one that there is not',
    scene: { agent: { ...LIA_SDR, brief: WEEKDAYS_9_TO_18 }, lead: ANA_LEAD },
    turns: [
      { lead: 'quero marcar consulta com dermato' },
      { lead: '31/11 as 10h', hears: [/não existe/] },
      { lead: 'domingo', hears: [/domingo, 22\/11.*de segunda a sexta/] },
      { lead: 'segunda', status: /segunda, 23\/11, às 10h/ },
    ],
  },
]
