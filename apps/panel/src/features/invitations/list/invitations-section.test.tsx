import { cancelInvitation, generateInvitationToken, listInvitations } from '@prosa/contract/calls/organisation/users'
import type { Invitation } from '@prosa/contract/entities/organisation/invitation'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useNotifications } from '../../../shared/notifications/notifications.ts'
import { createErrorResponse, createFakeProvider, createRawResponse } from '../../../testing/fake-provider.ts'
import { renderWithRouter } from '../../../testing/render-with-router.tsx'
import { anInvitation } from '../testing/factories.ts'
import { InvitationsSection } from './invitations-section.tsx'

const DAY_MS = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const ana = () => anInvitation({ id: 'a', userId: 'user-a', email: 'ana@x.com', role: 'admin', expiresAt: at(3) })
const caio = () => anInvitation({ id: 'c', email: 'caio@x.com', expiresAt: at(-3), created_at: at(-10) })

const answering = (invitations: Invitation[] = [ana(), caio()]) =>
  createFakeProvider().on(listInvitations, () => ({ success: true, data: invitations }))
const show = () => renderWithRouter(<InvitationsSection />, { path: '/invite' })
const rows = () =>
  within(screen.getByRole('table', { name: 'Convites' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
const said = () => useNotifications.getState().notifications.map(({ type, title }) => [type, title])

describe('the invitations', () => {
  it('G25 INVITE-16 INVITE-18 CALL-25 are listed with their summary, newest first', async () => {
    answering()
    await show()
    await screen.findByText('ana@x.com')
    const [first, second] = rows()
    expect(first).toMatch(/ana@x\.comAdministrador \(admin\)aurora\.localPendente/)
    expect(second).toMatch(/caio@x\.com.*Expirado/)
    for (const choice of ['Todos 2', 'Pendentes 1', 'Expirados 1']) {
      expect(screen.getByRole('radio', { name: choice })).toBeTruthy()
    }
  })

  it('DATE-09 G26 tell their end in the short form', async () => {
    answering([anInvitation({ email: 'ana@x.com', expiresAt: '2030-03-04T17:05:00.000Z', created_at: at(-1) })])
    await show()
    await screen.findByText('ana@x.com')
    const end = document.querySelector('time')
    expect(end?.textContent).toBe('04/03 14:05')
    expect(end?.parentElement?.title).toMatch(/^Convite feito: (ontem às|yesterday at) \d\d:\d\d$/)
  })

  it('INVITE-12 INVITE-13 INVITE-14 INVITE-15 are filtered, searched and sorted', async () => {
    answering()
    await show()
    await userEvent.click(await screen.findByRole('radio', { name: /Expirados/ }))
    expect(rows()).toHaveLength(1)
    await userEvent.selectOptions(screen.getByLabelText('Papel'), 'admin')
    expect(screen.getByText('Nenhum convite com estes filtros')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Limpar filtros' }))
    expect(rows()).toHaveLength(2)
    await userEvent.type(screen.getByLabelText('Buscar'), 'CAIO')
    expect(rows()).toHaveLength(1)
    await userEvent.clear(screen.getByLabelText('Buscar'))
    await userEvent.selectOptions(screen.getByLabelText('Ordenar por'), 'Mais antigos')
    expect(rows()[0]).toContain('caio@x.com')
  })

  it('INVITE-19 CALL-27 G13 one is sent again, its new link shown when nobody says that a mail took it', async () => {
    const provider = answering().on(generateInvitationToken, () => ({ success: true, data: { token: 'new token' } }))
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Reenviar convite de ana@x.com' }))
    const link = await screen.findByLabelText<HTMLInputElement>('Link do convite')
    expect(link.value).toBe('http://localhost:3000/onboarding?token=new%20token')
    expect(provider.requests(generateInvitationToken)[0]?.body).toEqual({ userId: 'user-a' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByLabelText('Link do convite')).toBeNull())
    expect(provider.requests(listInvitations)).toHaveLength(2)
  })

  it('INVITE-19 G13 HTTP-07 without a user id the invitation’s own is sent; a sent mail needs no link', async () => {
    const provider = answering().on(generateInvitationToken, () => ({ success: true, data: { token: 't', emailSent: true } }))
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Reenviar convite de caio@x.com' }))
    await waitFor(() => expect(said()).toEqual([['success', 'Convite reenviado para caio@x.com.']]))
    expect(provider.requests(generateInvitationToken)[0]?.body).toEqual({ userId: 'c' })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('CALL-26 one is cancelled after asking', async () => {
    let list = [ana(), caio()]
    const provider = createFakeProvider()
      .on(listInvitations, () => ({ success: true, data: list }))
      .on(cancelInvitation, () => {
        list = [caio()]
        return { success: true, message: 'Convite cancelado.' }
      })
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar convite de ana@x.com' }))
    expect(provider.requests(cancelInvitation)).toHaveLength(0)
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar convite' }))
    await waitFor(() => expect(rows()).toHaveLength(1))
    expect(provider.requests(cancelInvitation).map(({ params }) => params.id)).toEqual(['a'])
    expect(said()).toEqual([['success', 'Convite de ana@x.com cancelado.']])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Convites' })))
  })

  it.each([
    ['', 'Failed to generate token', 'Failed to cancel invitation'],
    ['Dito pelo servidor', 'Dito pelo servidor', 'Dito pelo servidor'],
  ])('TEXT-35 TEXT-26 failing, they say why %s', async (message, resendText, cancelText) => {
    const refuse = () => (message ? createErrorResponse(409, 'VALIDATION_ERROR', { message }) : createRawResponse(500, ''))
    answering().on(generateInvitationToken, refuse).on(cancelInvitation, refuse)
    await show()
    await userEvent.click(await screen.findByRole('button', { name: 'Reenviar convite de ana@x.com' }))
    await waitFor(() => expect(said()).toEqual([['error', resendText]]))
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar convite de ana@x.com' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar convite' }))
    await waitFor(() => expect(said()[0]).toEqual(['error', cancelText]))
    expect(rows()).toHaveLength(2)
  })
})

describe('while they are not there', () => {
  it('loading shows their shape', async () => {
    createFakeProvider().on(listInvitations, () => new Promise(() => {}))
    await show()
    expect(screen.getByRole('status', { name: 'Carregando convites' })).toBeTruthy()
  })

  it('none at all says what will be here', async () => {
    answering([])
    await show()
    expect(await screen.findByText('Nenhum convite em aberto')).toBeTruthy()
  })

  it('TEXT-34 a failure says why and can be tried again', async () => {
    let works = false
    createFakeProvider().on(listInvitations, () => (works ? { success: true, data: [ana()] } : createRawResponse(500, '')))
    await show()
    expect(await screen.findByText('Failed to load invitations')).toBeTruthy()
    works = true
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
    expect(await screen.findByText('ana@x.com')).toBeTruthy()
  })

  it('ERR-30 too many requests while refreshing leave the list in place', async () => {
    let works = true
    createFakeProvider().on(listInvitations, () => (works ? { success: true, data: [ana()] } : createRawResponse(429, '')))
    await show()
    await screen.findByText('ana@x.com')
    works = false
    await userEvent.click(screen.getByRole('button', { name: 'Atualizar convites' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Muitas requisições. Aguarde alguns minutos')
    expect(rows()).toHaveLength(1)
  })
})

describe('as time passes', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())

  it('INVITE-11 a pending one expires on the screen at its end', async () => {
    answering([anInvitation({ email: 'ana@x.com', expiresAt: new Date(Date.now() + 60_000).toISOString() })])
    await show()
    await screen.findByText('Pendente')
    await act(() => vi.advanceTimersByTimeAsync(62_000))
    expect(screen.getByText('Expirado')).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'Expirados 1' })).toBeTruthy()
  })
})
