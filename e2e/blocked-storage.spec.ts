import { expect, test } from './fixtures.ts'
import { ACCOUNTS, PASSWORD } from './support/accounts.ts'
import { agentOf, rows, say, thread } from './support/chat.ts'
import { fillLogin } from './support/sign-in.ts'

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
  await fillLogin(page, ACCOUNTS.staff.phone, PASSWORD)
  await page.getByRole('button', { name: 'Acessar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
  await expect(page.getByText('Este navegador não está guardando dados')).toBeVisible()

  const agent = await agentOf(page, 'SDR')
  await page.getByRole('link', { name: agent.name, exact: true }).click()
  await rows(page).first().click()
  await say(page, 'Sem guardar nada')
  await expect(thread(page).getByText('Sem guardar nada', { exact: true }).first()).toBeVisible()
})
