import { expect, test } from './fixtures.ts'

const REFUSED_NOTICE = 'Permissão insuficiente para acessar esta página.'

test('GUARD-03 GUARD-04 an address typed over another page leads one page back, and says why', async ({ windowOf }) => {
  const page = await windowOf('operator')
  await page.goto('/agents')
  await page.goto('/user/settings')
  await expect(page.getByRole('heading', { name: 'Configurações do Usuário' })).toBeVisible()
  const length = await page.evaluate(() => history.length)

  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/user\/settings$/)
  await expect(page.getByText(REFUSED_NOTICE)).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Configurações do Usuário' })).toBeVisible()
  // The redirect goes back in history, so the refused URL is the forward entry.
  expect(await page.evaluate(() => history.length)).toBe(length + 1)
  // Navigating to the refused URL again redirects again.
  await page.goForward({ waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/user\/settings$/)
  await expect(page.getByText(REFUSED_NOTICE)).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Configurações do Usuário' })).toBeVisible()
  await expect(page.getByText(REFUSED_NOTICE)).toHaveCount(0)
})

test('GUARD-04 G28 an address typed over nothing of the app leads to the agents', async ({ windowOf }) => {
  const page = await windowOf('operator')
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page).toHaveURL(/\/agents$/)
  await expect(page.getByText(REFUSED_NOTICE)).toHaveCount(1)
})
