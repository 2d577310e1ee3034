import { changePassword } from '@prosa/contract/calls/accounts/auth'
import { listAgents } from '@prosa/contract/calls/agents/agents'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useNotifications } from '../shared/notifications/notifications.ts'
import { signOut } from '../shared/session/session.ts'
import { startSessionLifecycle } from '../shared/session/session-lifecycle.ts'
import { anAgent } from '../testing/factories.ts'
import { createErrorResponse } from '../testing/fake-provider.ts'
import { createPanelProvider, renderPanel } from '../testing/render-panel.tsx'
import { setSignedInUser } from '../testing/session.ts'

const DUE = 'É necessário alterar sua senha antes de continuar.'

let stop = () => {}
beforeEach(() => {
  stop = startSessionLifecycle()
})
afterEach(async () => {
  await signOut()
  stop()
})

const said = () => useNotifications.getState().notifications.map(({ type }) => type)
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)

it.each(['PASSWORD_EXPIRED', 'PASSWORD_CHANGE_REQUIRED'])(
  'ERR-21 ERR-17 %s leads to where the password is changed, and afterwards back',
  async (code) => {
    setSignedInUser()
    let isChanged = false
    createPanelProvider()
      .on(listAgents, () =>
        isChanged ? { success: true, data: { agents: [anAgent({ name: 'Clara' })] } } : createErrorResponse(403, code),
      )
      .on(changePassword, () => {
        isChanged = true
        return { success: true }
      })
    const { getCurrentPath } = renderPanel('/agents?de=hoje')
    await waitFor(() => expect(getCurrentPath()).toBe('/user/settings'))
    expect(await screen.findByText(DUE)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(field(/Senha atual/)))
    expect(said()).toEqual([])

    fireEvent.change(field(/Senha atual/), { target: { value: 'Prosa@2026' } })
    fireEvent.change(field(/Nova senha/), { target: { value: 'Prosa@2027' } })
    const change = screen.getByRole<HTMLButtonElement>('button', { name: 'Alterar senha' })
    await waitFor(() => expect(change.disabled).toBe(false))
    await userEvent.click(change)
    await waitFor(() => expect(getCurrentPath()).toBe('/agents?de=hoje'))
    expect((await screen.findAllByText('Clara')).length).toBeGreaterThan(0)
    expect(said()).toEqual(['success'])
  },
)
