import { eraseLead, exportLead, getRetention } from '@prosa/contract/calls/organisation/privacy'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { createConversationFixture } from '../../../testing/conversation-fixture.tsx'
import { createErrorResponse } from '../../../testing/fake-provider.ts'
import { setSignedInUser } from '../../../testing/session.ts'

let desk: ReturnType<typeof createConversationFixture>
beforeEach(() => {
  desk = createConversationFixture()
  desk.provider.on(getRetention, () => ({ success: true, data: { months: null } }))
})

const openMenu = async () => {
  await desk.open()
  await userEvent.click(await screen.findByRole('button', { name: 'Mais ações' }))
  // The menu is lazy code.
  return screen.findByRole('menu', {}, { timeout: 10_000 })
}

it('erases a lead only after the word was typed, says so and leaves the conversation', async () => {
  desk.provider.on(eraseLead, () => ({ success: true }))
  const menu = await openMenu()
  await userEvent.click(await within(menu).findByRole('menuitem', { name: 'Apagar dados do lead' }))
  const dialog = await screen.findByRole('alertdialog')
  const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Apagar dados' })
  expect(confirm.disabled).toBe(true)
  const word = within(dialog).getByRole('textbox', { name: 'Digite APAGAR para confirmar' })
  await userEvent.type(word, 'apaga')
  expect(confirm.disabled).toBe(true)
  await userEvent.type(word, 'r')
  await userEvent.click(confirm)
  await waitFor(() => expect(desk.getToasts()).toMatchObject([{ title: 'Os dados do lead foram apagados' }]))
  expect(desk.provider.requests(eraseLead)).toMatchObject([{ params: { id: desk.leadId } }])
  expect(screen.queryByRole('log')).toBeNull()
})

it('stays and says why when the data could not be erased', async () => {
  desk.provider.on(eraseLead, () => createErrorResponse(503, 'SERVICE_UNAVAILABLE'))
  const menu = await openMenu()
  await userEvent.click(await within(menu).findByRole('menuitem', { name: 'Apagar dados do lead' }))
  await userEvent.type(await screen.findByRole('textbox', { name: /APAGAR/ }), 'APAGAR')
  await userEvent.click(screen.getByRole('button', { name: 'Apagar dados' }))
  await waitFor(() => expect(desk.getToasts()).toMatchObject([{ title: 'Não foi possível apagar os dados do lead' }]))
  expect(screen.getByRole('alertdialog')).toBeDefined()
})

it('hands over a lead’s data as a file', async () => {
  const data = {
    exported_at: '2026-11-20T12:00:00.000Z',
    lead: { _id: desk.leadId, created_at: '2026-11-20T12:00:00.000Z' },
    channel_names: [],
    conversations: [],
    media: [],
    meetings: [],
    events: [],
    waiting: [],
  }
  desk.provider.on(exportLead, () => ({ success: true, data }))
  const made: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made.push(blob as Blob)
    return 'blob:file'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined)
  let name = ''
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    name = this.download
  })
  const menu = await openMenu()
  await userEvent.click(await within(menu).findByRole('menuitem', { name: 'Exportar dados' }))
  await waitFor(() => expect(name).toBe(`prosa-lead-${desk.leadId}.json`))
  expect(JSON.parse((await made[0]?.text()) ?? '')).toEqual(data)
})

it.each([404, 501])('offers nothing where the provider answers %i', async (status) => {
  desk.provider.on(getRetention, () => createErrorResponse(status, 'NOT_IMPLEMENTED'))
  const menu = await openMenu()
  await waitFor(() => expect(desk.provider.requests(getRetention)).toHaveLength(1))
  expect(within(menu).queryByRole('menuitem', { name: 'Exportar dados' })).toBeNull()
})

it('offers nothing to an operator, and asks nothing', async () => {
  setSignedInUser({ role: 'operator' })
  const menu = await openMenu()
  expect(await within(menu).findByRole('menuitem', { name: 'Arquivar' })).toBeDefined()
  expect(within(menu).queryByRole('menuitem', { name: 'Apagar dados do lead' })).toBeNull()
  expect(desk.provider.requests(getRetention)).toHaveLength(0)
})
