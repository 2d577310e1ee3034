import { getLead } from '@prosa/contract/calls/conversations/leads'
import { optOutLead } from '@prosa/contract/calls/organisation/privacy'
import { listTemplates } from '@prosa/contract/calls/whatsapp/channels'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { createConversationFixture } from '../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../testing/session.ts'
import { buildLead, buildMessage } from '../testing/factories.ts'

const LONG_AGO = new Date(Date.now() - 30 * 3_600_000).toISOString()
const OPTED_OUT = { at: LONG_AGO, by: 'lead' as const, words: 'pare de me escrever' }

let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  desk = createConversationFixture()
  setSignedInUser({ name: 'Ana Souza', capabilities: ['templates'] })
})

const openMenu = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Mais ações' }))
  // The menu is lazy code.
  return screen.findByRole('menu', {}, { timeout: 10_000 })
}
const ask = async (name: string) => {
  await userEvent.click(await within(await openMenu()).findByRole('menuitem', { name }))
  return screen.findByRole('alertdialog', {}, { timeout: 10_000 })
}

it('is noted for a lead that said so elsewhere, and the menu then offers to allow them', async () => {
  const optOut = { ...OPTED_OUT, by: 'person' as const, words: 'Por telefone' }
  await desk.open({ lead: { opt_out: null } })
  desk.provider.on(optOutLead, () => {
    desk.provider.on(getLead, () => ({ success: true, data: buildLead({ _id: desk.leadId, opt_out: optOut }) }))
    return { success: true, data: { opt_out: optOut } }
  })
  const dialog = await ask('Não enviar mensagens')
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Motivo (opcional)' }), 'Por telefone')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Não enviar' }))
  await waitFor(() => expect(desk.getToasts()).toMatchObject([{ title: 'O lead não recebe mais o que não pediu' }]))
  expect(desk.provider.requests(optOutLead)).toMatchObject([
    { params: { id: desk.leadId }, body: { opt_out: true, reason: 'Por telefone' } },
  ])
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(await within(await openMenu()).findByRole('menuitem', { name: 'Permitir mensagens' })).toBeDefined()
})

it('is lifted for a reason only, under the words that it was asked for in', async () => {
  desk.provider.on(optOutLead, () => ({ success: true, data: { opt_out: null } }))
  await desk.open({ lead: { opt_out: OPTED_OUT } })
  const dialog = await ask('Permitir mensagens')
  expect(dialog.textContent).toContain('“pare de me escrever”')
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Permitir' })
  const reason = within(dialog).getByRole('textbox', { name: /Por que pode receber de novo/ })
  await userEvent.type(reason, '  a')
  expect(confirm.disabled).toBe(true)
  await userEvent.type(reason, 'visou que quer')
  await userEvent.click(confirm)
  await waitFor(() => expect(desk.getToasts()).toMatchObject([{ title: 'O lead pode receber mensagens de novo' }]))
  expect(desk.provider.requests(optOutLead)).toMatchObject([{ body: { opt_out: false, reason: 'avisou que quer' } }])
})

it('keeps what was typed, and says why, when it could not be saved', async () => {
  desk.provider.on(optOutLead, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE'))
  await desk.open({ lead: { opt_out: OPTED_OUT } })
  const dialog = await ask('Permitir mensagens')
  const reason = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /Por que/ })
  await userEvent.type(reason, 'Pediu de novo')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Permitir' }))
  await waitFor(() => expect(desk.getToasts()).toMatchObject([{ title: 'Não foi possível salvar' }]))
  expect(reason.value).toBe('Pediu de novo')
})

it('says so in the place of the templates of a closed window', async () => {
  desk.provider.on(listTemplates, () => ({ success: true, data: { templates: [] } }))
  await desk.open({
    conversation: { channel: 'whatsapp', last_client_message_at: LONG_AGO },
    history: [buildMessage({ timestamp: LONG_AGO })],
    lead: { opt_out: OPTED_OUT },
  })
  expect(await screen.findByText('Este lead pediu para não receber mensagens.', {}, { timeout: 10_000 })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Reabrir com modelo' })).toBeNull()
})

it('is not spoken of by a provider that does not know it', async () => {
  await desk.open()
  const menu = await openMenu()
  expect(await within(menu).findByRole('menuitem', { name: 'Arquivar' })).toBeDefined()
  expect(within(menu).queryByRole('menuitem', { name: /enviar mensagens|Permitir/ })).toBeNull()
})
