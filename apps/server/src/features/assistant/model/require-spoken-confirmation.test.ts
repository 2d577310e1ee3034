import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { DatedMessage, ModelTurn } from './history.ts'
import { requireSpokenConfirmation } from './require-spoken-confirmation.ts'

const NOW = new Date('2026-11-24T13:00:00Z')
const says = (content: string, more: Partial<DatedMessage> = {}): DatedMessage => ({
  fromLead: true,
  fromUser: false,
  type: 'text',
  content,
  at: NOW,
  ...more,
})
const spoken = (content: string) => says(content, { isTranscript: true })
const ours = (content: string) => says(content, { fromLead: false })

const turn = (history: DatedMessage[]): ModelTurn => ({
  agent: { name: 'Clara', type: 'SDR', company: 'Aurora' },
  lead: { name: null, company: null, phone: null, email: null },
  conversation: { stage: null, memory: null },
  meetings: [{ id: 'm1', title: 'Visita', start: new Date('2026-11-26T18:00:00Z'), end: new Date('2026-11-26T18:30:00Z') }],
  now: NOW,
  timeZone: 'America/Sao_Paulo',
  history,
  summary: null,
  model: null,
})

/** Calls a guarded tool after this conversation. Returns whether it ran, and the sentence that replaces the answer. */
async function calls(history: DatedMessage[], name: string, args: object): Promise<{ ran: boolean; sentence: string | null }> {
  let ran = false
  const tool = { name, description: '', input: z.unknown(), run: async () => String((ran = true)) }
  const { tools, getConfirmationQuestion: sentence } = requireSpokenConfirmation(turn(history), [tool])
  await tools[0]?.run(args)
  return { ran, sentence: sentence() }
}
const THURSDAY = { date: '2026-11-26', time: '15:00' }
const HOUR = 'Pode ser quinta às três da tarde?'
const BACK = 'Entendi quinta, 26/11, às 15h, certo?'

it('HEAR-09 an hour that was only said books nothing, moves nothing and calls nothing off', async () => {
  for (const tool of ['book_meeting', 'move_meeting'])
    expect(await calls([spoken(HOUR)], tool, THURSDAY)).toEqual({ ran: false, sentence: BACK })
  expect(await calls([spoken('Cancela a de quinta às 15h')], 'cancel_meeting', { number: 1 })).toMatchObject({ ran: false })
  expect(await calls([spoken(HOUR), ours('Qual seu e-mail?'), says('a@b.com')], 'book_meeting', THURSDAY)).toMatchObject({
    ran: false,
  })
})

it('HEAR-09 said back and not objected to, or written by the lead, it counts', async () => {
  expect(await calls([spoken(HOUR), ours(BACK), says('sim')], 'book_meeting', THURSDAY)).toEqual({ ran: true, sentence: null })
  expect(await calls([spoken(HOUR), ours(BACK), says('Não')], 'book_meeting', THURSDAY)).toMatchObject({ ran: false })
  expect(await calls([spoken(HOUR), says('quinta às 15h')], 'book_meeting', THURSDAY)).toMatchObject({ ran: true })
})

it('HEAR-09 a phone or an e-mail that was only said changes no lead; a name does', async () => {
  const history = [spoken('Sou a Ana, 11 98765-4321, ana@exemplo.com')]
  expect(await calls(history, 'update_lead', { phone: '+5511987654321' })).toMatchObject({ ran: false })
  expect(await calls(history, 'update_lead', { email: 'ana@exemplo.com' })).toMatchObject({ ran: false })
  expect(await calls(history, 'update_lead', { name: 'Ana' })).toEqual({ ran: true, sentence: null })
  expect(await calls(history, 'ask_human', { reason: 'quer falar' })).toMatchObject({ ran: true })
})
