import { getRetention } from '@prosa/contract/calls/organisation/privacy'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createPanelProvider, renderPanel } from '../../testing/render-panel.tsx'
import { setSignedInUser } from '../../testing/session.ts'

const CAPABILITIES = ['organisation']
const withRetention = () => createPanelProvider().on(getRetention, () => ({ success: true, data: { months: null } }))
const menu = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /menu de/ }))
  return screen.findByRole('menu')
}

describe("the organisation's settings", () => {
  it('are one entry of the menu for who manages it, and begin with their first page', async () => {
    withRetention()
    setSignedInUser({ role: 'admin', capabilities: CAPABILITIES })
    const { getCurrentPath } = renderPanel('/agents')
    await userEvent.click(within(await menu()).getByRole('menuitem', { name: 'Organização' }))
    await waitFor(() => expect(getCurrentPath()).toBe('/settings/numeros'))
    const list = await screen.findByRole('navigation', { name: 'Páginas da organização' })
    await userEvent.click(within(list).getByRole('link', { name: 'Dados' }))
    expect(await screen.findByRole('heading', { name: 'Guarda de dados' })).toBeTruthy()
  })

  it('are a select on a phone', async () => {
    withRetention()
    setSignedInUser({ capabilities: CAPABILITIES })
    const { getCurrentPath } = renderPanel('/settings/dados')
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Páginas da organização' })
    expect([select.value, [...select.options].map(({ text }) => text)]).toEqual(['dados', ['Números', 'Dados']])
    await userEvent.selectOptions(select, 'Números')
    await waitFor(() => expect(getCurrentPath()).toBe('/settings/numeros'))
  })

  it.each(['/settings', '/settings/numeros', '/settings/nada'])(
    'are nowhere with a provider that does not offer them: %s',
    async (path) => {
      createPanelProvider()
      setSignedInUser()
      const { unmount } = renderPanel(path)
      expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
      unmount()
      renderPanel('/user/settings')
      expect(await screen.findByRole('heading', { name: 'Configurações do Usuário' })).toBeTruthy()
      expect(screen.queryByText('Organização')).toBeNull()
      expect(within(await menu()).queryByText('Organização')).toBeNull()
    },
  )

  it('are refused to who does not manage it', async () => {
    createPanelProvider()
    setSignedInUser({ role: 'operator', capabilities: CAPABILITIES })
    const { getCurrentPath } = renderPanel('/settings/dados')
    expect(await screen.findByText('Permissão insuficiente para acessar esta página.')).toBeTruthy()
    await waitFor(() => expect(getCurrentPath()).toBe('/agents'))
    expect(within(await menu()).queryByText('Organização')).toBeNull()
  })
})
