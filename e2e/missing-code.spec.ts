import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { DEMO_USER_PASSWORD, DEMO_USERS } from './support/accounts.ts'
import { fetchAgentByType, getComposer, getConversationRows, getThread, openAgentConversations } from './support/chat.ts'
import { fillLoginForm } from './support/sign-in.ts'

test.use({ expectedNoise: [/ERR_CONNECTION_FAILED|ERR_INTERNET_DISCONNECTED|ApiError: Erro de conexão/] })

const LAZY_CHUNKS = /\/assets\/(lead-profile|menu-layer|tooltip-layer)-.*\.js$/

/** Opens a conversation with typed text while the requests for lazy chunks fail. */
const openWithoutLazyChunks = async (page: Page) => {
  await page.route(LAZY_CHUNKS, (route) => route.abort('connectionfailed'))
  await openAgentConversations(page, await fetchAgentByType(page, 'SDR'))
  await getConversationRows(page).first().click()
  await expect(getThread(page).locator('[data-speaker]').filter({ visible: true }).last()).toBeInViewport()
  await getComposer(page).fill('Ainda escrevo')
}

/** Simulates restored connectivity, on which the page retries failed chunks at once. */
const dispatchOnline = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('online')))

test('ERR-10 code that cannot be fetched takes nothing down, and comes when it can be', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await openWithoutLazyChunks(page)
  await page.getByRole('button', { name: 'Tema' }).hover()
  const more = page.getByRole('button', { name: 'Mais ações' })
  await more.click()
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  // A menu whose code failed to load must not open later, during another action.
  await getComposer(page).click()
  await expect(more).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('complementary')).toHaveCount(0)

  await page.unroute(LAZY_CHUNKS)
  await dispatchOnline(page)
  await expect(page.getByRole('complementary')).toBeVisible()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(getComposer(page)).toBeFocused()
  await expect(getComposer(page)).toHaveValue('Ainda escrevo')
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Arquivar' })).toBeVisible()
})

test('ERR-10 where the server answers and the code does not come, a reload is offered, and takes no text along @wide', async ({
  windowOf,
}) => {
  const page = await windowOf('staff')
  await openWithoutLazyChunks(page)
  const reload = page.getByRole('button', { name: 'Recarregar', exact: true })
  await expect(async () => {
    await dispatchOnline(page)
    await expect(reload).toBeVisible({ timeout: 200 })
  }).toPass({ timeout: 10_000 })
  await page.unroute(LAZY_CHUNKS)
  const loaded = page.waitForEvent('load')
  await reload.click()
  await loaded
  await expect(page.getByRole('complementary')).toBeVisible()
  await expect(getComposer(page)).toHaveValue('Ainda escrevo')
})

test('ERR-10 a page whose code cannot be fetched while no server answers says so in its place, and comes at the next try @wide', async ({
  windowOf,
}) => {
  const page = await windowOf('staff')
  await page.goto('/agents')
  // Matches the page's chunk and its connectivity check.
  const gone = /\/assets\/dashboard-page-.*\.js$|\/dashboard$/
  await page.route(gone, (route) => route.abort('connectionfailed'))
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Esta página não pôde ser mostrada' })).toBeVisible()
  await expect(page.getByText('Erro de conexão. Verifique sua internet e tente novamente.')).toBeVisible()
  await page.unroute(gone)
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('LOGIN-14 a refused sign-in stands, with what was typed, though the stack of notifications cannot be fetched @wide', async ({
  freshWindow,
}) => {
  const page = await freshWindow()
  await page.route(/\/assets\/toasts-[^/]*\.js$/, (route) => route.abort('connectionfailed'))
  await page.goto('/login')
  await fillLoginForm(page, DEMO_USERS.staff.phone, DEMO_USER_PASSWORD)
  await page.context().setOffline(true)
  const submit = page.getByRole('button', { name: 'Acessar', exact: true })
  await submit.click()
  await expect(page.getByText('Login error: Erro de conexão')).toBeAttached()
  await expect(page.getByLabel(/^Senha/)).toHaveValue(DEMO_USER_PASSWORD)
  await page.context().setOffline(false)
  await page.unrouteAll()
  await submit.click()
  await expect(page.getByRole('list', { name: 'Agentes' })).toBeVisible()
})
