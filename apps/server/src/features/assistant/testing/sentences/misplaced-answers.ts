/** Sentences that answer another question than the agent asked, with the topics that each kind may fill. */
export const MISPLACED_ANSWERS: ReadonlyArray<{
  readonly kind: string
  readonly fills: readonly string[]
  readonly sentences: readonly string[]
}> = [
  {
    kind: 'name',
    fills: ['name'],
    sentences: [
      'me chamo Ana Paula',
      'meu nome é Carlos Eduardo',
      'aqui é o Rodrigo',
      'oi, me chamo Ana Paula',
      'pode me chamar de Bia',
    ],
  },
  {
    kind: 'phone',
    fills: ['phone'],
    sentences: ['11 98765-4321', 'meu número é 11 98765-4321', 'meu whatsapp é (21) 99876-5432'],
  },
  { kind: 'e-mail', fills: ['email'], sentences: ['meu email é ana.paula@exemplo.com', 'ana.paula@exemplo.com'] },
  {
    kind: 'request for a meeting',
    fills: ['booking', 'agrees', 'callBack', 'another', 'subject'],
    sentences: [
      'quero marcar uma visita',
      'queria agendar um horário',
      'dá pra marcar uma conversa?',
      'gostaria de marcar uma reunião',
    ],
  },
  {
    kind: 'request for a person',
    fills: [],
    sentences: ['quero falar com um atendente', 'me passa pra uma pessoa', 'tem como alguém me ligar?'],
  },
  {
    kind: 'question',
    fills: ['subject'],
    sentences: [
      'qual o endereço de vocês?',
      'que horas vocês abrem?',
      'quanto custa?',
      'como funciona?',
      'você é um robô?',
      'quem é você?',
    ],
  },
  { kind: 'postponement', fills: [], sentences: ['agora não posso, te respondo depois', 'estou dirigindo, depois eu falo'] },
  { kind: 'wish for silence', fills: [], sentences: ['para de me mandar mensagem', 'não me mande mais mensagens'] },
  { kind: 'data protection', fills: [], sentences: ['apaga os meus dados', 'quero que excluam meu cadastro'] },
  { kind: 'greeting', fills: [], sentences: ['bom dia', 'oi, boa tarde', 'olá, tudo bem'] },
  { kind: 'farewell', fills: [], sentences: ['muito obrigada', 'valeu, até mais', 'tchau'] },
  { kind: 'refusal', fills: ['decision', 'callBack'], sentences: ['não tenho mais interesse', 'já comprei em outro lugar'] },
  { kind: 'off topic', fills: [], sentences: ['me conta uma piada', 'escreve um poema pra mim'] },
]
