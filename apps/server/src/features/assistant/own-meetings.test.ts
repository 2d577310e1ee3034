import { expect, it } from 'vitest'
import { decideTurn } from './decide-turn.ts'
import { AURORA, FRIDAY } from './testing/dialogue.ts'
import type { Meeting } from './turn.ts'

const meeting = (id: string, start: string): Meeting => ({
  id,
  title: 'Visita',
  start: new Date(start),
  end: new Date(new Date(start).getTime() + 1_800_000),
})
const tuesday = meeting('tuesday', '2026-11-24T18:00:00Z')
const thursday = meeting('thursday', '2026-11-26T13:00:00Z')

/** Writes one burst after the other to the first playbook. */
function talk(meetings: readonly Meeting[], ...bursts: string[]) {
  let conversation: { stage: string | null; state: unknown } = { stage: null, state: null }
  const decisions = bursts.map((content) => {
    const decision = decideTurn({
      agent: AURORA,
      lead: { name: 'Rita Souza', company: null, phone: '+5511987654321', email: null },
      conversation,
      newMessages: [{ content, type: 'text' }],
      meetings,
      now: FRIDAY,
      timeZone: 'America/Sao_Paulo',
    })
    conversation = { stage: decision.stage, state: { ...decision.state, unsent: [] } }
    return decision
  })
  return decisions.at(-1)
}

it('PROV-05 calls off the only meeting of the calendar, or the one whose day is named', () => {
  const only = talk([tuesday], 'oi', 'preciso cancelar a visita')
  expect(only?.meeting).toEqual({ id: 'tuesday', to: null })
  expect(only?.replies.join(' ')).toContain('na agenda (terça, 24/11/2026, 15:00)')
  expect(talk([tuesday, thursday], 'oi', 'preciso cancelar a visita de quinta')?.meeting).toEqual({ id: 'thursday', to: null })
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
  expect(talk([], ...way)?.state.concluded).toBe(true)
  const moved = talk([tuesday], ...way, 'na verdade prefiro quarta às 10h')
  expect(moved?.meeting).toEqual({
    id: 'tuesday',
    to: { start: new Date('2026-11-25T13:00:00Z'), end: new Date('2026-11-25T13:30:00Z') },
  })
  expect(talk([tuesday, thursday], ...way, 'na verdade prefiro quarta às 10h')?.meeting).toBeUndefined()
  expect(talk([tuesday], ...way, 'na verdade prefiro quarta de manhã')?.meeting).toBeUndefined()
})
