import { describe, expect, it } from 'vitest'
import { FRIDAY } from '../../testing/dialogue.ts'
import type { RecentMessage } from './loop-detector.ts'
import { applyTurnLimit } from './turn-limit.ts'
import { TURN_LIMIT_MESSAGE } from './turns-without-user.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Creates a message from `agoMs` milliseconds before now. */
const said = (
  from: RecentMessage['sender'],
  agoMs: number,
  content: string,
  more: Partial<RecentMessage> = {},
): RecentMessage => ({
  sender: from,
  type: 'text',
  content,
  at: new Date(FRIDAY.getTime() - agoMs),
  startsTurn: from === 'agent',
  isUnanswered: false,
  ...more,
})
const fresh = (content: string, agoMs = 0, more: Partial<RecentMessage> = {}) =>
  said('lead', agoMs, content, { isUnanswered: true, ...more })
const stop = (passed: readonly RecentMessage[], turnsWithoutPerson = 200) =>
  applyTurnLimit(
    { conversation: { stage: 'pitch', memory: null }, now: FRIDAY },
    { recentMessages: passed, lastDayMessages: passed, turnsWithoutPerson },
  )

const PAUSED_FOR_AN_HOUR = {
  replies: [],
  stage: 'pitch',
  attention: { reason: 'Parece outro robô: agente pausado por 1 hora' },
  pause: { until: new Date(FRIDAY.getTime() + HOUR) },
}

describe('GUARD-18 silence, an hour’s pause and a word for the team', () => {
  it('for 3 equal texts in 10 minutes, however they are written', () => {
    const twice = [
      said('lead', 9 * MINUTE, 'Olá, quero saber mais!'),
      said('agent', 8 * MINUTE, 'Oi!'),
      said('lead', MINUTE, 'ola quero saber mais'),
    ]
    expect(stop([...twice, fresh('Olá... quero saber MAIS')])).toMatchObject(PAUSED_FOR_AN_HOUR)
    expect(stop([...twice, fresh('quanto custa?')])).toBeNull()
    expect(stop([said('lead', 11 * MINUTE, 'Olá'), said('lead', MINUTE, 'Olá'), fresh('Olá')])).toBeNull()
  })

  it('not for a person who says yes to one question after the other, nor for three pictures', () => {
    expect(stop([said('lead', 3 * MINUTE, 'sim'), said('lead', 2 * MINUTE, 'Sim!'), fresh('sim')])).toBeNull()
    expect(stop([said('lead', 3 * MINUTE, 'não sei'), said('lead', 2 * MINUTE, 'nao sei'), fresh('não sei')])).toBeNull()
    const picture = { type: 'image' }
    expect(
      stop([said('lead', 2, '[imagem]', picture), said('lead', 1, '[imagem]', picture), fresh('[imagem]', 0, picture)]),
    ).toBeNull()
  })

  /** Creates messages of an agent, one a minute, each answered by the lead after `afterMs` milliseconds. */
  const answers = (count: number, afterMs: number): RecentMessage[] =>
    Array.from({ length: count }, (_, n) => {
      const ago = (count - n) * MINUTE
      return [
        said('agent', ago, `Pergunta ${n}?`),
        said('lead', ago - afterMs, `Resposta ${n}`, { isUnanswered: n === count - 1 }),
      ]
    }).flat()

  it('for 6 answers in a row at most 3 s after ours', () => {
    expect(stop(answers(6, 3 * SECOND))).toMatchObject(PAUSED_FOR_AN_HOUR)
    expect(stop(answers(5, 3 * SECOND))).toBeNull()
    expect(stop(answers(6, 3_001))).toBeNull()
    expect(stop([...answers(5, SECOND).slice(0, -1), fresh('Resposta lenta', 30 * SECOND)])).toBeNull()
  })

  it('a person of the team, or one slow answer among them, ends the row', () => {
    const six = answers(6, SECOND)
    expect(stop(six.toSpliced(6, 0, said('person', 3.5 * MINUTE, 'Aqui é a Ana')))).toBeNull()
    expect(stop(six.toSpliced(5, 1, said('lead', 3 * MINUTE + 40 * SECOND, 'Resposta lenta')))).toBeNull()
  })

  it('counts an answer whose channel tells whole seconds', () => {
    expect(stop(answers(6, -900))).toMatchObject(PAUSED_FOR_AN_HOUR)
    expect(stop(answers(6, -1_500))).toBeNull()
  })

  it('for 20 turns of the agent in 10 minutes', () => {
    const turns = (count: number, agoMs: number) =>
      Array.from({ length: count }, (_, n) => said('agent', agoMs - n, `Turno ${n}`))
    expect(stop([...turns(20, 10 * MINUTE), fresh('e aí?')])).toMatchObject(PAUSED_FOR_AN_HOUR)
    expect(stop([...turns(19, 9 * MINUTE), fresh('e aí?')])).toBeNull()
    expect(stop([...turns(20, 11 * MINUTE), fresh('e aí?')])).toBeNull()
    const bubbles = turns(40, 9 * MINUTE).map((message, n) => ({ ...message, startsTurn: n % 3 === 0 }))
    expect(stop([...bubbles, fresh('e aí?')])).toBeNull()
  })

  it('for an away message', () => {
    expect(stop([said('agent', MINUTE, 'Oi!'), fresh('Mensagem automática: no momento não posso atender.')])).toMatchObject(
      PAUSED_FOR_AN_HOUR,
    )
    expect(stop([said('lead', MINUTE, 'Mensagem automática: retornaremos em breve.'), fresh('oi, voltei, é a Rita')])).toBeNull()
  })
})

describe('GUARD-18 turns without a person', () => {
  const turns = (count: number, agoMs: number) =>
    Array.from({ length: count }, (_, n) => said('agent', agoMs - n * MINUTE, `Turno ${n}`))
  const called = {
    replies: [TURN_LIMIT_MESSAGE],
    pause: { until: null },
    attention: { reason: expect.stringContaining('30 vezes') },
  }

  it('as many as the setting says in 24 hours: a person is called in words, and the agent pauses until somebody lifts it', () => {
    expect(TURN_LIMIT_MESSAGE).toBe('Vou chamar uma pessoa da equipe pra continuar com você.')
    expect(stop([...turns(30, 23 * HOUR), fresh('e aí?')], 30)).toMatchObject(called)
    expect(stop([...turns(29, 23 * HOUR), fresh('e aí?')], 30)).toBeNull()
    expect(stop([...turns(5, 23 * HOUR), fresh('e aí?')], 5)).toMatchObject({ replies: [TURN_LIMIT_MESSAGE] })
  })

  it('begin anew with a person’s message, after a day, and where somebody lifted the pause', () => {
    expect(
      stop([...turns(29, 23 * HOUR), said('person', 2 * HOUR, 'Oi'), said('agent', HOUR, 'Certo'), fresh('e aí?')], 30),
    ).toBeNull()
    expect(stop([...turns(30, 25 * HOUR), fresh('e aí?')], 30)).toBeNull()
    expect(stop([...turns(30, 23 * HOUR), said('agent', HOUR, TURN_LIMIT_MESSAGE), fresh('e aí?')], 30)).toBeNull()
  })
})
