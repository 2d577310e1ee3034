import { expect, test } from './fixtures.ts'
import { agentOf, composer, historyOf, openConversationsOf, rows, say, thread } from './support/chat.ts'
import { leadComposer, leadSays, leadThread, openWebchat } from './support/lead.ts'
import { SERVER_AWAY } from './support/noise.ts'

test.use({ expectedNoise: [SERVER_AWAY] })

test('RT-01 RT-10 MSG-10 MSG-11 MSG-12 a killed server is noticed, and after it is back everything is there once, in order @wide', async ({
  windowOf,
  freshWindow,
  product,
}) => {
  test.slow()
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'SDR')
  await openConversationsOf(page, agent)
  const lead = await freshWindow()
  await openWebchat(lead, agent)
  await expect(rows(page).first()).toBeVisible()
  const before = await rows(page).first().getAttribute('href')
  await leadSays(lead, 'Antes da queda')
  await expect(rows(page).first()).not.toHaveAttribute('href', before ?? '')
  const path = (await rows(page).first().getAttribute('href')) ?? ''
  await rows(page).first().click()
  await say(page, 'Mensagem 1')
  await expect(leadThread(lead).getByText('Mensagem 1', { exact: true })).toBeVisible()

  await product.kill()
  await expect(page.getByText(/reconectando/i).first()).toBeVisible()
  await say(page, 'Mensagem 2')
  await expect(page.getByText('Falhou, clique no icone ao lado para tentar novamente').first()).toBeVisible()
  await leadComposer(lead).fill('Durante a queda')
  await leadComposer(lead).press('Enter')

  await product.start()
  await expect(page.getByText(/reconectando|sem tempo real/i)).toHaveCount(0, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Tentar novamente' }).first().click()
  await expect(leadThread(lead).getByText('Mensagem 2', { exact: true })).toHaveCount(1, { timeout: 30_000 })
  await expect(page.getByText('Falhou, clique no icone ao lado para tentar novamente')).toHaveCount(0)
  await expect(thread(page).getByText('Durante a queda', { exact: true })).toHaveCount(1, { timeout: 30_000 })
  await leadSays(lead, 'Depois da queda')
  await expect(thread(page).getByText('Depois da queda', { exact: true })).toHaveCount(1)
  await expect(composer(page)).toBeEnabled()

  // Both windows show exactly the stored messages, each once and in the same order.
  const said = ['Antes da queda', 'Mensagem 1', 'Mensagem 2', 'Durante a queda', 'Depois da queda']
  const history = await historyOf(page, path)
  const stored = history.map(({ content }) => content).filter((content) => said.includes(content))
  expect([...stored].sort()).toEqual([...said].sort())
  expect(stored[0]).toBe('Antes da queda')
  expect(stored.at(-1)).toBe('Depois da queda')
  const seqs = history.map(({ seq }) => seq ?? 0)
  expect(seqs).toEqual(seqs.map((_, at) => at + 1))
  for (const window of [page, lead]) {
    const shown = await window.getByRole('log').innerText()
    const order = said.map((text) => ({ text, at: shown.indexOf(text) })).sort((a, b) => a.at - b.at)
    expect(order.map(({ text }) => text)).toEqual(stored)
    for (const text of said) expect(shown.split(text)).toHaveLength(2)
  }
})
