import { expect, test } from './fixtures.ts'
import { DEMO_USER_PASSWORD, DEMO_USERS } from './support/accounts.ts'
import { fetchAgentByType, fetchConversations, getConversationRows, getThread, openAgentConversations } from './support/chat.ts'
import { fillLoginForm } from './support/sign-in.ts'

test('LOGIN-03 LOGIN-06 AGENTS-01 AGENTS-05 CHAT-06 CHAT-07 VIEW-01 from sign-in to reading a conversation', async ({
  freshWindow,
}) => {
  const page = await freshWindow()
  await page.goto('/')
  await expect(page).toHaveURL(/\/login/)
  await fillLoginForm(page, DEMO_USERS.staff.phone, DEMO_USER_PASSWORD)
  await page.getByRole('button', { name: 'Acessar', exact: true }).click()
  await expect(page).toHaveURL(/\/agents$/)
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/\/login/)

  const agent = await fetchAgentByType(page, 'SDR')
  await openAgentConversations(page, agent)
  await expect(page.getByText(agent.name).first()).toBeVisible()

  const first = getConversationRows(page).first()
  const path = (await first.getAttribute('href')) ?? ''
  await first.click()
  await expect(page).toHaveURL(path)
  await expect(getThread(page)).toBeVisible()
  const [, lead] = path.split('/').slice(1)
  const conversation = (await fetchConversations(page, agent)).find(({ lead_id }) => lead_id === lead)
  const name = conversation?.lead_name ?? conversation?.name ?? ''
  await expect(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible()
})

test('ROUTE-11 ROUTE-17 a conversation opens again at its address', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await openAgentConversations(page, agent)
  await getConversationRows(page).nth(1).click()
  await expect(getThread(page)).toBeVisible()
  const address = page.url()
  await page.reload()
  await expect(getThread(page)).toBeVisible()
  await expect(page).toHaveURL(address)
})

test('LAYOUT-11 LAYOUT-09 the user menu says who is signed in and signs out', async ({ freshWindow }) => {
  const page = await freshWindow()
  await page.goto('/login')
  await fillLoginForm(page, DEMO_USERS.operator.phone, DEMO_USER_PASSWORD)
  await page.getByRole('button', { name: 'Acessar', exact: true }).click()
  await page.getByRole('button', { name: /menu de /i }).click()
  await expect(page.getByRole('menu').getByText('(11) 90000-0003')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto('/agents')
  await expect(page).toHaveURL(/\/login/)
})

test('THEME-01 THEME-02 THEME-03 the theme is dark at first, changes at once and stays', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await page.goto('/agents')
  const theme = page.locator('html')
  await expect(theme).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Tema' }).click()
  await page.getByRole('menuitemradio', { name: 'Light' }).click()
  await expect(theme).toHaveAttribute('data-theme', 'light')
  await page.reload()
  await expect(theme).toHaveAttribute('data-theme', 'light')
})
