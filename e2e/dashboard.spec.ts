import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll } from './support/accessibility.ts'
import { fetchAgentByType } from './support/chat.ts'
import { openWebchat, sendAsLead } from './support/lead.ts'

const FIGURE_PATTERN = /^[\d.]+/

test('DASH-01 DASH-03 DASH-04 ROUTE-09 LAYOUT-04 what a lead writes is counted, for its agent', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await page.goto('/agents')
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('radio', { name: 'Hoje' }).check({ force: true })
  await expect(page).toHaveURL(/periodo=hoje/)
  // Waits for the response, because the previous figures stay visible until then.
  const told = page.waitForResponse((response) => response.url().includes(`agent_id=${agent._id}`))
  await page.getByLabel('Agente', { exact: true }).selectOption({ label: `${agent.name} · SDR` })
  await expect(page).toHaveURL(new RegExp(`agente=${agent._id}`))
  await told
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const newLeads = page.getByText('Novos leads', { exact: true }).first().locator('xpath=following-sibling::dd')
  await expect(newLeads).toHaveText(FIGURE_PATTERN)
  const count = async () => Number((await newLeads.innerText()).match(FIGURE_PATTERN)?.[0])
  const before = await count()

  const lead = await freshWindow()
  await openWebchat(lead, agent)
  await sendAsLead(lead, 'Olá, tudo bem?')
  await page.reload()
  await expect.poll(count).toBe(before + 1)
  await expect(page.getByRole('row', { name: new RegExp(agent.name) })).toBeVisible()
})

test('DASH-05 DASH-06 the chart has its table, and the page its file', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await page.goto('/dashboard?periodo=30d')
  await expect(page.getByRole('img', { name: /^Mensagens por dia/ })).toBeVisible()
  await page.getByRole('button', { name: 'Ver tabela' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Mensagens por dia' }).getByRole('row')).toHaveCount(31)
  await expect(page.getByRole('table', { name: /^Quando os leads escrevem/ }).getByRole('row')).toHaveCount(8)
  await expect(page.getByRole('table', { name: /^Funil/ }).getByRole('row')).toHaveCount(7)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^prosa-dashboard-[\d-]+-a-[\d-]+\.csv$/)
  const csv = readFileSync(await download.path(), 'utf8')
  expect(csv).toMatch(/^\uFEFFIndicador;/)
  expect(csv).toMatch(/\r\nNovos leads;\d+;\d+\r\n/)
})

test('GUARD-05 LAYOUT-06 who is not staff is turned away', async ({ windowOf }) => {
  for (const who of ['admin', 'operator'] as const) {
    const page = await windowOf(who)
    await page.goto('/dashboard')
    await expect(page.getByText('Permissão insuficiente para acessar esta página.')).toBeVisible()
    await expect(page).toHaveURL(/\/agents$/)
    await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveCount(0)
  }
})

test('DASH-01 the dashboard is accessible in both themes, from 320 to 1440 px @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const width of [1440, 1024, 390, 320]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/dashboard?periodo=90d')
    await expect(page.getByRole('img', { name: /^Mensagens por dia/ })).toBeVisible()
    for (const theme of ['dark', 'light'] as const) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      await expectNoHorizontalScroll(page)
      if (width === 1440 || width === 320) await expectAccessible(page)
    }
  }
  await page.getByRole('button', { name: 'Ver tabela' }).click()
  await expectAccessible(page)
})
