import { expect, it } from 'vitest'
import { CLARA_SDR, FRIDAY } from '../../testing/dialogue.ts'
import type { Meeting } from '../../turn-input.ts'
import { decidePlaybookTurn } from './decide-playbook-turn.ts'

const meeting = (id: string, start: string): Meeting => ({
  id,
  title: 'Visita',
  start: new Date(start),
  end: new Date(new Date(start).getTime() + 1_800_000),
})
const tuesday = meeting('tuesday', '2026-11-24T18:00:00Z')
const thursday = meeting('thursday', '2026-11-26T13:00:00Z')

/** Sends messages one after another to the rule-based engine and returns its last decision. */
function talk(meetings: readonly Meeting[], ...bursts: string[]) {
  let conversation: { stage: string | null; memory: unknown } = { stage: null, memory: null }
  const decisions = bursts.map((content) => {
    const decision = decidePlaybookTurn({
      agent: CLARA_SDR,
      lead: { name: 'Rita Souza', company: null, phone: '+5511987654321', email: null },
      conversation,
      newMessages: [{ content, type: 'text' }],
      meetings,
      now: FRIDAY,
      timeZone: 'America/Sao_Paulo',
    })
    conversation = { stage: decision.stage, memory: { ...decision.memory, unsent: [] } }
    return decision
  })
  return decisions.at(-1)
}

it('PROV-05 calls off the only meeting of the calendar, or the one whose day is named', () => {
  const only = talk([tuesday], 'oi', 'preciso cancelar a visita')
  expect(only?.meeting).toMatchObject({ id: 'tuesday', to: null })
  expect(only?.replies.join(' ')).toContain('na agenda (terça, 24/11/2026, 15:00)')
  expect(talk([tuesday, thursday], 'oi', 'preciso cancelar a visita de quinta')?.meeting).toMatchObject({
    id: 'thursday',
    to: null,
  })
})

it.each([
  ['none stands there', []],
  ['two do, and none is named', [tuesday, thursday]],
])('PROV-05 leaves a cancellation to the team where %s', (_why, meetings) => {
  const decision = talk(meetings, 'oi', 'preciso cancelar a visita')
  expect(decision?.meeting).toBeUndefined()
  expect(decision?.attention?.reason).toMatch(/^Lead quer cancelar/)
})

it('PROV-05 a day on which nothing stands calls off nothing else', () => {
  expect(talk([tuesday], 'oi', 'preciso cancelar a visita de quinta')?.meeting).toBeUndefined()
})

it('PROV-05 a new date that was agreed moves the meeting and keeps its length', () => {
  const way = ['quero comprar um apartamento', 'para mim', '400 mil', 'este mês', 'sim', 'terça', 'às 15h', 'rita@sol.example']
  expect(talk([], ...way)?.memory.dialogue.concluded).toBe(true)
  const moved = talk([tuesday], ...way, 'na verdade prefiro quarta às 10h')
  expect(moved?.meeting).toMatchObject({
    id: 'tuesday',
    to: { start: new Date('2026-11-25T13:00:00Z'), end: new Date('2026-11-25T13:30:00Z') },
  })
  // Moves the meeting of the day that the conversation named; the other one stays.
  expect(talk([tuesday, thursday], ...way, 'na verdade prefiro quarta às 10h')?.meeting).toEqual(moved?.meeting)
  expect(talk([tuesday], ...way, 'na verdade prefiro quarta de manhã')?.meeting).toBeUndefined()
})

const BOOKED_FRIDAY = ['quero marcar uma conversa sobre um apartamento', 'sexta às 15h', 'rita@sol.example']

it('PROV-05 a date that stands only here takes no meeting of another day along', () => {
  const moved = talk([tuesday], ...BOOKED_FRIDAY, 'na verdade prefiro quinta às 10h')
  expect(moved?.meeting).toBeUndefined()
  expect(moved?.attention?.reason).toMatch(/NÃO mudei a agenda, que continua com: terça, 24\/11\/2026, 15:00/)
})

it('PROV-05 asks which one is called off, and calls off that one', () => {
  const asked = talk([tuesday], ...BOOKED_FRIDAY, 'cancela')
  expect(asked?.meeting).toBeUndefined()
  expect(asked?.replies.join(' ')).toMatch(/Qual eu cancelo: sexta, 27\/11, às 15h .*terça, 24\/11/)
  const tuesdays = talk([tuesday], ...BOOKED_FRIDAY, 'cancela', 'a de terça')
  expect(tuesdays?.meeting).toMatchObject({ id: 'tuesday', to: null })
  expect(tuesdays?.replies.join(' ')).toMatch(/Segue anotado: sexta, 27\/11, às 15h/)
  const fridays = talk([tuesday], ...BOOKED_FRIDAY, 'cancela', 'sexta')
  expect(fridays?.meeting).toBeUndefined()
  expect(fridays?.attention?.reason).toMatch(/Lead cancelou: sexta.*NÃO mexi na agenda, que continua com: terça/)
})

it.each([
  ['preciso remarcar minha visita de terça pra quinta às 15h', 'sozinha', [tuesday]],
  ['dá pra mudar minha visita pra quinta às 15h?', 'sozinha', [tuesday]],
  [
    'preciso remarcar minha visita de terça pra quinta às 15h',
    'de terça, of two',
    [tuesday, meeting('friday', '2026-11-27T18:00:00Z')],
  ],
])('PROV-05 moves a meeting that only staff booked: “%s” (%s)', (said, _how, meetings) => {
  const moved = talk(meetings, 'oi', said)
  expect(moved?.meeting).toMatchObject({
    id: 'tuesday',
    to: { start: new Date('2026-11-26T18:00:00Z'), end: new Date('2026-11-26T18:30:00Z') },
  })
  expect(moved?.replies.join(' ')).toContain('agora é quinta, 26/11, às 15h')
  expect(moved?.attention?.reason).toMatch(/antes: terça, 24\/11\/2026, 15:00\)\. A agenda já foi mudada sozinha/)
  expect(moved?.statusMessage).toBe('Remarcação: quinta, 26/11, às 15h')
})

it('PROV-05 a meeting without a new hour stays, and the team reads that it does', () => {
  const asked = talk([tuesday], 'oi', 'preciso remarcar minha visita de terça')
  expect(asked?.replies.join(' ')).toMatch(/Pra que dia você quer mudar\?/)
  const decision = talk([tuesday], 'oi', 'preciso remarcar minha visita de terça', 'quinta de manhã')
  expect(decision?.meeting).toBeUndefined()
  expect(decision?.attention?.reason).toMatch(/quinta, 26\/11, de manhã .*NÃO mudei a agenda, que continua com: terça/)
})

it('PROV-05 of two meetings, the one that is named with its new day moves', () => {
  const moved = talk([tuesday, thursday], 'oi', 'preciso remarcar minha visita', 'a de terça pra sexta às 10h')
  expect(moved?.meeting).toMatchObject({ id: 'tuesday', to: { start: new Date('2026-11-27T13:00:00Z') } })
  expect(moved?.replies.join(' ')).toMatch(/Mudei o que estava marcado \(terça, 24\/11.*sexta, 27\/11, às 10h/)
})
