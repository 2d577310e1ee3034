import { getConversationCost } from '@prosa/contract/calls/reports/costs'
import type { ConversationCost } from '@prosa/contract/entities/reports/cost'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { createErrorResponse, createFakeProvider } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../../testing/session.ts'
import { buildConversation, buildLead } from '../testing/factories.ts'
import CostSection from './cost-section.tsx'
import { LeadDetails } from './lead-profile.tsx'

const sum = { micro_brl: 871_000, count: 12, unpriced: 3, estimated: 1 }
const cost: ConversationCost = {
  conversation: sum,
  lead: { ...sum, micro_brl: 1_200_000, count: 20 },
  kinds: [
    { kind: 'meta', micro_brl: 851_000, count: 9, unpriced: 0, estimated: 1 },
    { kind: 'model', micro_brl: 0, count: 3, unpriced: 3, estimated: 0 },
  ],
}
let provider: ReturnType<typeof createFakeProvider>
beforeEach(() => {
  provider = createFakeProvider().on(getConversationCost, () => ({ success: true, data: cost }))
})
/** Amounts contain a no-break space. */
const beside = (label: string) => screen.getByText(label).nextSibling?.textContent?.replaceAll('\u00a0', ' ')
const show = () => renderWithRouter(<CostSection conversation={buildConversation()} />)

it('COST-02 COST-07 is one line, and unfolded what it is made of, with how many have no price', async () => {
  await show()
  const line = await screen.findByRole('button', { name: /^Custo até aqui: R\$\s0,87$/ })
  expect(screen.queryByText(/Mensagens no WhatsApp/)).toBeNull()
  await userEvent.click(line)
  expect(beside('Mensagens no WhatsApp (9)')).toBe('R$ 0,85')
  // The cost is unknown, so it is not shown as R$ 0,00.
  expect(beside('Respostas do modelo (3)')).toBe('Sem preço')
  expect(beside('Todas as conversas do lead')).toBe('R$ 1,20')
  expect(screen.getByText('3 sem preço · 1 ainda estimado')).toBeTruthy()
})

it('says why it could not be had, and is not there where the provider has none', async () => {
  provider.on(getConversationCost, () => createErrorResponse(400, 'VALIDATION_ERROR'))
  const { unmount } = await show()
  expect(await screen.findByRole('alert')).toBeTruthy()
  unmount()
  provider.on(getConversationCost, () => createErrorResponse(501, 'NOT_IMPLEMENTED'))
  await show()
  expect(document.body.textContent).not.toContain('Custo')
})

it.each([
  ['the provider offers none', { capabilities: [] as string[], role: 'staff' as const }],
  ['they manage nothing', { capabilities: ['costs'], role: 'operator' as const }],
])('is neither asked for nor shown to somebody when %s', async (_why, user) => {
  setSignedInUser(user)
  await renderWithRouter(<LeadDetails conversation={buildConversation()} lead={buildLead()} />)
  expect(screen.getByText('Entrou em')).toBeTruthy()
  expect(provider.requests(getConversationCost)).toEqual([])
})

it('tells until when a lead of an advertisement costs nothing, and of others nothing', async () => {
  setSignedInUser({ capabilities: [], role: 'operator' })
  const { unmount } = await renderWithRouter(
    <LeadDetails conversation={buildConversation({ free_until: '2026-11-28T18:40:00.000Z' })} lead={buildLead()} />,
  )
  expect(beside('Mensagens grátis até')).toContain('28')
  unmount()
  await renderWithRouter(<LeadDetails conversation={buildConversation()} lead={buildLead()} />)
  expect(screen.queryByText('Mensagens grátis até')).toBeNull()
})
