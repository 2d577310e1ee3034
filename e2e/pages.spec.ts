import { expect, test } from './fixtures.ts'
import { expectAccessible } from './support/accessibility.ts'

test('ROUTE-06 ROUTE-07 ROUTE-08 the two documents are PDFs that their addresses lead to', async ({ freshWindow }) => {
  for (const [path, file] of [
    ['/politica-privacidade', '/politica-de-privacidade.pdf'],
    ['/termos-servico', '/termos-de-servico.pdf'],
  ] as const) {
    const page = await freshWindow()
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === file)
    await page.goto(path)
    expect((await asked).isNavigationRequest()).toBe(true)
    const answer = await page.request.get(file)
    expect(answer.headers()['content-type']).toBe('application/pdf')
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
  }
})

test('ROUTE-06 ROUTE-07 the sign-in page links to both', async ({ freshWindow }) => {
  const page = await freshWindow()
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Política de Privacidade' })).toHaveAttribute('href', '/politica-privacidade')
  await expect(page.getByRole('link', { name: 'Termos de Serviço' })).toHaveAttribute('href', '/termos-servico')
})

test.describe('a window that no script opened', () => {
  test.use({ expectedNoise: [/Scripts may close only the windows that were opened by them/] })

  test('ROUTE-05 TEXT-47 the calendar’s page stays, and says what is wrong', async ({ freshWindow }) => {
    const page = await freshWindow()
    await page.goto('/google-calendar/oauth2callback')
    await expect(page.getByRole('heading', { name: 'No authorization code received' })).toBeVisible()
    await expectAccessible(page)
  })
})

test('the panel can be installed: its manifest and icons are there', async ({ freshWindow }) => {
  const page = await freshWindow()
  await page.goto('/login')
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const manifest = (await (await page.request.get(href ?? '')).json()) as { icons: { src: string; type: string }[] }
  const icons = [...manifest.icons, { src: '/apple-touch-icon.png', type: 'image/png' }]
  for (const { src, type } of icons) {
    const answer = await page.request.get(src)
    expect([src, answer.status(), answer.headers()['content-type']]).toEqual([src, 200, type])
  }
})

test('the title says how many conversations wait, on every page', async ({ windowOf }) => {
  const page = await windowOf('otherTenant')
  const counts = (await (await page.request.get('/api/conversations/unread-counts')).json()) as {
    data: { unreadCounts: { unreadCount: number }[] }
  }
  const waiting = counts.data.unreadCounts.filter(({ unreadCount }) => unreadCount > 0).length
  expect(waiting).toBeGreaterThan(0)
  await page.goto('/agents')
  await expect(page).toHaveTitle(`(${waiting}) Agentes · Prosa`)
  await page.goto('/user/settings')
  await expect(page).toHaveTitle(`(${waiting}) Configurações do Usuário · Prosa`)
})
