import { changePassword, endSession, logout, logoutAll, sessions } from '@prosa/contract/calls/accounts/auth'
import { formatDeviceName } from '@prosa/contract/rules/accounts/device-name'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { useNotifications } from '../../shared/notifications/notifications.ts'
import { useSession } from '../../shared/session/session.ts'
import { createErrorResponse, createFakeProvider, createRawResponse } from '../../testing/fake-provider.ts'
import { renderWithRouter } from '../../testing/render-with-router.tsx'
import { setSignedInUser } from '../../testing/session.ts'
import { UserSettings } from './user-settings.tsx'

const device = (id: string, current: boolean) => ({
  id,
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  ip: '10.0.0.2',
  createdAt: '2026-11-18T12:00:00.000Z',
  lastUsedAt: '2026-11-20T12:00:00.000Z',
  current,
})
const furnished = () =>
  createFakeProvider().on(sessions, () => ({ success: true, data: { sessions: [device('here', true), device('there', false)] } }))
const show = () => renderWithRouter(<UserSettings />, { path: '/user/settings' })

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const change = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Alterar senha' })
const said = () => useNotifications.getState().notifications.map(({ type: kind, title }) => [kind, title])

describe('the settings', () => {
  it('SETTINGS-01 CALL-06 PWD-07 changes the password under the new-password rule', async () => {
    const provider = furnished().on(changePassword, () => ({ success: true }))
    await show()
    expect(screen.getByRole('heading', { level: 1, name: 'Configurações do Usuário' })).toBeTruthy()
    type(/Senha atual/, 'Prosa@2026')
    type(/Nova senha/, 'curta')
    expect(await screen.findByText(/A senha deve ter entre 8 e 128 caracteres/)).toBeTruthy()
    expect(change().disabled).toBe(true)
    type(/Nova senha/, 'Prosa@2027')
    await waitFor(() => expect(change().disabled).toBe(false))
    await userEvent.click(change())
    await waitFor(() => expect(said()).toEqual([['success', 'Senha alterada. As outras sessões foram encerradas.']]))
    expect(provider.requests(changePassword)[0]?.body).toEqual({ currentPassword: 'Prosa@2026', newPassword: 'Prosa@2027' })
    expect(screen.getByLabelText<HTMLInputElement>(/Senha atual/).value).toBe('')
  })

  it('TEXT-06 LOGIN-13 a refused change says why, under its field', async () => {
    furnished().on(changePassword, () =>
      createErrorResponse(400, 'VALIDATION_ERROR', {
        message: 'Senha errada.',
        fieldErrors: { currentPassword: 'Senha atual incorreta.' },
      }),
    )
    await show()
    type(/Senha atual/, 'x')
    type(/Nova senha/, 'Prosa@2027')
    await waitFor(() => expect(change().disabled).toBe(false))
    await userEvent.click(change())
    expect(await screen.findByText('Senha atual incorreta.')).toBeTruthy()
    expect(said()).toEqual([['error', 'Senha errada.']])
  })

  it('TEXT-06 or its own text', async () => {
    furnished().on(changePassword, () => createRawResponse(500, ''))
    await show()
    type(/Senha atual/, 'x')
    type(/Nova senha/, 'Prosa@2027')
    await waitFor(() => expect(change().disabled).toBe(false))
    await userEvent.click(change())
    await waitFor(() => expect(said()).toEqual([['error', 'Falha ao alterar a senha. Tente novamente.']]))
  })

  it('CALL-07 lists the devices and ends another one', async () => {
    const provider = furnished()
    provider.on(endSession, () => {
      provider.on(sessions, () => ({ success: true, data: { sessions: [device('here', true)] } }))
      return { success: true }
    })
    await show()
    expect(await screen.findByText('Este aparelho')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Encerrar Chrome no Windows' }))
    await waitFor(() => expect(provider.requests(endSession).map(({ params }) => params.id)).toEqual(['there']))
    await waitFor(() => expect(provider.requests(sessions)).toHaveLength(2))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Sessões ativas' })))
  })

  it('CALL-05 ends every session after asking, and leaves', async () => {
    setSignedInUser()
    const provider = furnished()
      .on(logoutAll, () => ({ success: true }))
      .on(logout, () => ({ success: true }))
    await show()
    await userEvent.click(screen.getByRole('button', { name: 'Encerrar todas as sessões' }))
    expect(provider.requests(logoutAll)).toHaveLength(0)
    await userEvent.click(await screen.findByRole('button', { name: 'Encerrar todas' }))
    await waitFor(() => expect(useSession.getState().user).toBeNull())
    expect(provider.requests(logoutAll)).toHaveLength(1)
  })

  it('TEXT-07 says when the devices cannot be listed', async () => {
    createFakeProvider().on(sessions, () => createRawResponse(500, ''))
    await show()
    expect(await screen.findByText('Falha ao buscar sessões ativas.')).toBeTruthy()
  })

  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile Safari/604.1', 'Safari no iOS'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox no Linux'],
    ['curl/8.0', 'Aparelho desconhecido'],
    [null, 'Aparelho desconhecido'],
  ])('names %s', (userAgent, name) => {
    expect(formatDeviceName(userAgent)).toBe(name)
  })
})
