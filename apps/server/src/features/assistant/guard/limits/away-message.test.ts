import { describe, expect, it } from 'vitest'
import type { LeadBurst } from '../../testing/dialogue.ts'
import { AFTER_SALES_DIALOGUES } from '../../testing/dialogues/after-sales-dialogues.ts'
import { ANSWER_DIALOGUES } from '../../testing/dialogues/answer-dialogues.ts'
import { APPOINTMENT_DIALOGUES } from '../../testing/dialogues/appointment-dialogues.ts'
import { CLOSER_DIALOGUES } from '../../testing/dialogues/closer-dialogues.ts'
import { DANGER_DIALOGUES } from '../../testing/dialogues/danger-dialogues.ts'
import { DATE_DIALOGUES } from '../../testing/dialogues/date-dialogues.ts'
import { SAMPLE_DIALOGUES } from '../../testing/dialogues/dialogues.ts'
import { HAND_OVER_DIALOGUES } from '../../testing/dialogues/hand-over-dialogues.ts'
import { OBJECTION_DIALOGUES } from '../../testing/dialogues/objection-dialogues.ts'
import { REQUEST_DIALOGUES } from '../../testing/dialogues/request-dialogues.ts'
import { INJECTIONS } from '../../testing/injections/injections.ts'
import { isAwayMessage } from './away-message.ts'

describe('GUARD-18 an away message', () => {
  it.each([
    'Mensagem automática',
    'Esta é uma *mensagem automática*. No momento não posso atender.',
    'Olá! No momento não podemos atender, mas retornaremos em breve.',
    'Agradecemos o seu contato! Nosso horário de atendimento é de segunda a sexta, das 8h às 18h.',
    'Oi, tudo bem? Agradecemos sua mensagem. Responderemos assim que possível 😊',
    'Olá! Seja bem-vindo à Padaria do Zé. Como podemos ajudar?',
    'Escolha uma das opções:\n1 - Vendas\n2 - Financeiro\n3 - Suporte',
    'Bem vindo!\nDigite:\n1️⃣ Comercial\n2️⃣ Segunda via\n3️⃣ Falar com um atendente',
    'Digite a opção desejada',
    'Opção inválida. Tente novamente.',
    'Oi, boa tarde! Aqui é a Clara, assistente virtual da Aurora Imóveis. Como posso te chamar?',
    'Olá, sou o Bento, agente virtual do Grupo Sol. Tudo bem?',
    'Oi! Eu sou a assistente virtual da Vitta.',
    'Oi, Ana, boa tarde! Aqui é o Bento, da Aurora Imóveis, continuando a nossa conversa.',
    'Você está na fila de atendimento. Aguarde.',
    'Atendimento encerrado por inatividade.',
    'Favor não responder este número.',
    'A loja fechou mais cedo hoje, amanhã a partir das 8h te respondemos',
    'Aqui no consultório já encerrou, segunda a gente te retorna',
    'RESPOSTA AUTOMATICA: estamos fora do horario, deixe sua mensagem',
  ])('is known by its words: %s', (text) => {
    expect(isAwayMessage([text])).toBe(true)
  })

  it('is known also where a greeting comes in a message of its own', () => {
    expect(isAwayMessage(['Agradecemos o contato!', 'Em que posso te ajudar?'])).toBe(true)
  })

  it.each([
    'isso é mensagem automática?',
    'isso é uma mensagem automática né',
    'cansei de mensagem automática, quero uma pessoa',
    'vocês só mandam resposta automática',
    'no momento não posso atender ligação, me escreve por aqui',
    'vamos analisar a proposta e retornaremos em breve',
    'qual o horário de atendimento? é de segunda a sexta?',
    'qual o horário de funcionamento de segunda a sexta',
    'obrigado por entrar em contato! ainda tenho interesse sim',
    'estou falando com um robô?',
    'você é um robô?',
    'aqui é a Rita, a assistente virtual de vocês não me respondeu',
    'Sou a Célia, da Padaria Boa Massa',
    'sou assistente administrativa, preciso de um plano pra empresa',
    '2 quartos\n1 vaga\n3 banheiros',
    'nosso horário de atendimento é até as 18h, pode vir antes',
    'prefiro a segunda opção',
    'agora não posso falar, me chama mais tarde',
    'vou viajar e volto segunda',
    '',
  ])('is not what a person writes: %s', (text) => {
    expect(isAwayMessage([text])).toBe(false)
  })

  it('is none of all the sentences of leads that the tables hold', () => {
    const told = [
      ANSWER_DIALOGUES,
      AFTER_SALES_DIALOGUES,
      DANGER_DIALOGUES,
      DATE_DIALOGUES,
      HAND_OVER_DIALOGUES,
      APPOINTMENT_DIALOGUES,
      REQUEST_DIALOGUES,
      OBJECTION_DIALOGUES,
    ].flat()
    const bursts: readonly LeadBurst[] = [
      ...told.flatMap(({ turns }) => turns.map(({ lead }) => lead)),
      ...[...SAMPLE_DIALOGUES, ...CLOSER_DIALOGUES].flatMap((dialogue) => dialogue.bursts),
      ...INJECTIONS,
    ]
    const texts = bursts.map((burst) =>
      [burst].flat().flatMap((item) => (typeof item === 'string' ? [item] : item.type === 'text' ? [item.content] : [])),
    )
    expect(texts.length).toBeGreaterThan(1_000)
    expect(texts.filter(isAwayMessage)).toEqual([])
  })
})
