import { expect, test } from './fixtures.ts'
import { DEMO_USER_PASSWORD, DEMO_USERS } from './support/accounts.ts'
import { fetchAgentByType, getConversationRows, getThread, typeAndSend } from './support/chat.ts'
import { fillLoginForm } from './support/sign-in.ts'

test('a browser that blocks storage signs in for this tab, says what is not kept, and messages are sent', async ({
  freshWindow,
}) => {
  const page = await freshWindow()
  await page.addInitScript(() => {
    const block = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, { get: block })
    navigator.locks.request = () => Promise.reject(new DOMException('blocked', 'SecurityError'))
    navigator.locks.query = () => Promise.reject(new DOMException('blocked', 'SecurityError'))
  })
  await page.goto('/login')
  await fillLoginForm(page, DEMO_USERS.staff.phone, DEMO_USER_PASSWORD)
  await page.getByRole('button', { name: 'Acessar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
  await expect(page.getByText('Este navegador não está guardando dados')).toBeVisible()

  const agent = await fetchAgentByType(page, 'SDR')
  await page.getByRole('link', { name: agent.name, exact: true }).click()
  await getConversationRows(page).first().click()
  await typeAndSend(page, 'Sem guardar nada')
  await expect(getThread(page).getByText('Sem guardar nada', { exact: true }).first()).toBeVisible()
})
