import { expect, it } from 'vitest'
import { CLARA_SDR, FRIDAY, runDialogue } from '../../testing/dialogue.ts'
import { AFTER_SALES_DIALOGUES } from '../../testing/dialogues/after-sales-dialogues.ts'
import { ANSWER_DIALOGUES } from '../../testing/dialogues/answer-dialogues.ts'
import { APPOINTMENT_DIALOGUES } from '../../testing/dialogues/appointment-dialogues.ts'
import { DATE_DIALOGUES } from '../../testing/dialogues/date-dialogues.ts'
import { SAMPLE_DIALOGUES } from '../../testing/dialogues/dialogues.ts'
import { OBJECTION_DIALOGUES } from '../../testing/dialogues/objection-dialogues.ts'
import { REQUEST_DIALOGUES } from '../../testing/dialogues/request-dialogues.ts'
import { screenForModel } from './screen-turn.ts'

const OFF_TOPIC = [
  'quanto é 18 vezes 7?',
  'faz um poema sobre o mar',
  'escreve uma redação sobre meio ambiente pra mim',
  'qual a capital da australia?',
  'me ajuda com o dever de matemática do meu filho',
  'escreve um código em python que ordena uma lista',
  'quem ganhou o jogo do flamengo ontem?',
  'vai chover amanhã em são paulo?',
  'me conta uma piada',
  'traduz essa frase pro inglês: eu gosto de café',
  'qual a receita de bolo de cenoura?',
  'como faz brigadeiro?',
  'em quem você vai votar?',
  'o que você acha do lula?',
  'quanto ta o dólar hoje?',
  'me dá uma dica de filme pra assistir hoje',
  'quem descobriu o brasil?',
  'resolve essa equação x2 + 3x = 10',
  'faz um rap sobre segunda feira',
  'me fala as notícias de hoje',
  'qual o sentido da vida?',
  'escreve uma carta de amor pra minha namorada',
  'quantos planetas tem o sistema solar?',
  'me ensina a tocar violão',
  'qual o melhor time do brasil?',
  'faz meu trabalho de história sobre a ditadura',
  'cria um programa em java pra mim',
  'qual a raiz quadrada de 144?',
  'me passa uma dieta pra emagrecer 5 quilos',
  'o que é buraco negro?',
  'conta uma história de terror',
  'quem foi napoleão?',
  'faz um resumo do livro dom casmurro',
  'me dá os números da mega sena',
  'qual meu horóscopo de hoje? sou de leão',
  'inventa um nome pro meu cachorro',
  'como se diz obrigado em japonês?',
  'quanto é 15 por cento de 340',
  'me faz um treino de academia',
  'escreve um texto pro meu tcc',
  'qual celular é melhor, samsung ou iphone?',
  'que horas são em tóquio?',
  'quem é o presidente dos estados unidos?',
  'faz uma lista de presentes de natal',
  'qual a letra da música evidências?',
  'me ajuda a escrever um currículo',
  'o que aconteceu na segunda guerra mundial?',
  'qual a altura do monte everest?',
  'escreve um discurso de casamento',
  'como tirar mancha de vinho da roupa?',
  'qual o placar do jogo do corinthians?',
  'me explica a teoria da relatividade',
  'faz um soneto pra minha mãe',
  'quanto é a raiz de 81 mais 5?',
  'corrige esse texto pra mim por favor',
  'qual remédio caseiro pra tosse?',
  'gera um script sql de clientes',
  'me fala uma curiosidade',
  'qual o feriado de 20 de novembro?',
  'faz uma legenda pra minha foto do instagram',
]

const isDeclined = (content: string): boolean => {
  const { guardDecision: own } = screenForModel({
    agent: CLARA_SDR,
    lead: { name: 'Ana', company: null, phone: null, email: null },
    conversation: { stage: null, memory: null },
    newMessages: [{ content, type: 'text' }],
    now: FRIDAY,
    timeZone: 'America/Sao_Paulo',
  })
  return /foge do que eu faço/.test(own?.replies.join(' ') ?? '')
}

it('GUARD-16 at least 54 of 60 requests for something else are declined without the model', () => {
  expect(OFF_TOPIC).toHaveLength(60)
  const taken = OFF_TOPIC.filter((text) => !isDeclined(text))
  expect(taken.length, taken.join('\n')).toBeLessThanOrEqual(6)
})

it('GUARD-16 of 300 sentences of the tables at most 3 are declined', () => {
  const told = [
    APPOINTMENT_DIALOGUES,
    DATE_DIALOGUES,
    OBJECTION_DIALOGUES,
    AFTER_SALES_DIALOGUES,
    REQUEST_DIALOGUES,
    ANSWER_DIALOGUES,
  ]
    .flat()
    .flatMap(({ turns }) => turns.map(({ lead }) => lead))
  const texts = [...told, ...SAMPLE_DIALOGUES.flatMap(({ bursts }) => bursts)].filter((lead) => typeof lead === 'string')
  const ours = [...new Set(texts)].filter((text) => !/ignor|esque[cç]a suas|sua senha/i.test(text))
  expect(ours.length).toBeGreaterThan(300)
  const declined = ours.filter(isDeclined)
  expect(declined.length, declined.join('\n')).toBeLessThanOrEqual(3)
})

it('an agent that declined goes on with what it asked', () => {
  const turns = runDialogue({ agent: CLARA_SDR }, ['oi', 'Ana Paula', 'me conta uma piada', 'uma casa com quintal'])
  expect(turns.at(-1)?.summary).toContain('uma casa com quintal')
})
