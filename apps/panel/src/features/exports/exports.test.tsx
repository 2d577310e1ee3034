import { listAudit, verifyAudit } from '@prosa/contract/calls/organisation/audit'
import { listPeople } from '@prosa/contract/calls/organisation/people'
import { listExports, startExport } from '@prosa/contract/calls/reports/exports'
import type { DataExport } from '@prosa/contract/entities/reports/export'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../shared/api/query-client.ts'
import { resetNotifications } from '../../shared/notifications/notifications.ts'
import { unbindRealtimeFromSession } from '../../shared/realtime/bind-realtime-to-session.ts'
import * as socket from '../../shared/realtime/socket.ts'
import { createErrorResponse, createRawResponse, type FakeProvider } from '../../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'
import { setSignedInUser } from '../../testing/session.ts'

const anExport = (change: Partial<DataExport> = {}): DataExport => ({
  id: 'export-1',
  kind: 'audit',
  format: 'csv',
  filename: 'auditoria-2026-11-23.csv',
  state: 'running',
  reason: null,
  rows: null,
  size: null,
  created_at: '2026-11-23T12:00:00.000Z',
  expires_at: '2026-11-24T12:00:00.000Z',
  ...change,
})

type Told = Parameters<Parameters<typeof socket.onServerEvent<'export_ready'>>[1]>[0]
let hear: (told: Told) => void = () => {}
let held: DataExport[]
let provider: FakeProvider

beforeEach(() => {
  vi.spyOn(socket, 'startRealtime').mockImplementation(() => {})
  const listen = socket.onServerEvent
  vi.spyOn(socket, 'onServerEvent').mockImplementation((name, listener) => {
    if (name === 'export_ready') hear = listener
    return listen(name, listener)
  })
  held = []
  setSignedInUser({ role: 'admin', capabilities: ['organisation', 'audit'] })
  provider = createPanelProvider()
    .on(listAudit, () => ({ success: true, data: { rows: [], nextCursor: null } }))
    .on(verifyAudit, () => ({ success: true, data: { ok: true, checked: 0 } }))
    .on(listPeople, () => ({ success: true, data: { people: [], nextCursor: null } }))
    .on(listExports, () => ({ success: true, data: { exports: held } }))
})
afterEach(() => {
  unbindRealtimeFromSession()
  resetNotifications()
})

async function ask(format: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Exportar' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: format }))
}

it('TRUST-22 what is shown is asked for as a file, with its filters, and told of when it is there', async () => {
  provider.on(startExport, () => {
    held = [anExport()]
    return { success: true, data: anExport() }
  })
  renderPanel('/settings/auditoria')
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'O quê' }), 'Leads')
  await ask('Planilha (CSV)')
  expect(await screen.findByRole('button', { name: 'Preparando o arquivo…' })).toBeTruthy()
  expect(provider.requests(startExport).map(({ body }) => body)).toEqual([
    { kind: 'audit', format: 'csv', filter: { action: 'lead', from: expect.any(String) } },
  ])
  held = [anExport({ state: 'ready', rows: 12, size: 900 })]
  await act(async () => hear({ exportId: 'export-1', state: 'ready', filename: 'auditoria-2026-11-23.csv' }))
  await screen.findByText('O arquivo está pronto.')
  expect(await screen.findByRole('button', { name: 'Exportar' })).toBeTruthy()
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(new URL(this.href).pathname)
  })
  await userEvent.click(screen.getByRole('button', { name: 'Baixar' }))
  expect(clicked).toEqual(['/api/exports/export-1/file'])
})

it('says why a file could not be made, and why one was not begun until one is', async () => {
  provider.on(startExport, () => createErrorResponse(409, 'VALIDATION_ERROR', { message: 'Um arquivo já está sendo preparado.' }))
  renderPanel('/settings/auditoria')
  await ask('Dados (JSON)')
  await screen.findByText('Um arquivo já está sendo preparado.')
  held = [anExport({ id: 'export-3', state: 'failed', reason: 'São mais de 200.000 registros. Escolha um período menor.' })]
  await act(async () => hear({ exportId: 'export-3', state: 'failed', filename: 'auditoria-2026-11-23.csv' }))
  await screen.findByText('O arquivo não foi preparado.')
  expect(await screen.findByText(/^São mais de/)).toBeTruthy()
  provider.on(startExport, () => ({ success: true, data: anExport() }))
  await ask('Dados (JSON)')
  await waitFor(() => expect(screen.queryByText('Um arquivo já está sendo preparado.')).toBeNull())
})

it('TRUST-22 a file whose event was lost is told of all the same, once', async () => {
  provider.on(startExport, () => {
    held = [anExport({ id: 'export-2' })]
    return { success: true, data: anExport({ id: 'export-2' }) }
  })
  renderPanel('/settings/auditoria')
  await ask('Planilha (CSV)')
  await screen.findByRole('button', { name: 'Preparando o arquivo…' })
  held = [anExport({ id: 'export-2', state: 'ready', rows: 1, size: 9 })]
  await act(() => queryClient.invalidateQueries({ queryKey: ['exports'] }))
  await screen.findByText('O arquivo está pronto.')
  await act(async () => hear({ exportId: 'export-2', state: 'ready', filename: 'auditoria-2026-11-23.csv' }))
  expect(screen.getAllByText('O arquivo está pronto.')).toHaveLength(1)
})

it('OPEN-11 the files of the last day stand in Dados, and nothing stands there without one', async () => {
  held = [anExport({ id: 'a', state: 'ready', rows: 1, size: 90 }), anExport({ id: 'b', filename: 'outro.json' })]
  renderPanel('/settings/dados')
  const link = await screen.findByRole('link', { name: 'Baixar auditoria-2026-11-23.csv' })
  expect(link.getAttribute('href')).toBe('/api/exports/a/file')
  expect(screen.getByText(/^1 registro · até/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Baixar outro.json' })).toBeNull()
})

it('OPEN-11 says that the files of the last day could not be loaded, and loads them at the next try', async () => {
  provider.on(listExports, () => createRawResponse(500, ''))
  renderPanel('/settings/dados')
  await screen.findByText('Não foi possível buscar os arquivos.')
  held = [anExport({ state: 'ready', rows: 1, size: 90 })]
  provider.on(listExports, () => ({ success: true, data: { exports: held } }))
  await userEvent.click(
    within(screen.getByRole('region', { name: 'Arquivos exportados' })).getByRole('button', { name: 'Tentar novamente' }),
  )
  await screen.findByRole('link', { name: 'Baixar auditoria-2026-11-23.csv' })
  expect(screen.queryByText('Não foi possível buscar os arquivos.')).toBeNull()
})

it('a provider without an audit is not asked for files', async () => {
  setSignedInUser({ role: 'admin', capabilities: ['organisation'] })
  renderPanel('/settings/dados')
  await waitFor(() => expect(document.title).toBe('Dados · Prosa'))
  expect(provider.requests(listExports)).toEqual([])
})
