import { expect, test } from './fixtures.ts'
import {
  fetchAgentByType,
  fetchHistory,
  getComposer,
  getConversationRows,
  getThread,
  openAgentConversations,
  typeAndSend,
} from './support/chat.ts'
import { SERVER_DOWN_ERRORS } from './support/console-errors.ts'
import { getLeadComposer, getLeadThread, openWebchat, sendAsLead } from './support/lead.ts'

test.use({ expectedNoise: [SERVER_DOWN_ERRORS] })

test('RT-01 RT-10 MSG-10 MSG-11 MSG-12 a killed server is noticed, and after it is back everything is there once, in order @wide', async ({
  windowOf,
  freshWindow,
  product,
}) => {
  test.slow()
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await openAgentConversations(page, agent)
  const lead = await freshWindow()
  await openWebchat(lead, agent)
  await expect(getConversationRows(page).first()).toBeVisible()
  const before = await getConversationRows(page).first().getAttribute('href')
  await sendAsLead(lead, 'Antes da queda')
  await expect(getConversationRows(page).first()).not.toHaveAttribute('href', before ?? '')
  const path = (await getConversationRows(page).first().getAttribute('href')) ?? ''
  await getConversationRows(page).first().click()
  await typeAndSend(page, 'Mensagem 1')
  await expect(getLeadThread(lead).getByText('Mensagem 1', { exact: true })).toBeVisible()

  await product.kill()
  await expect(page.getByText(/reconectando/i).first()).toBeVisible()
  await typeAndSend(page, 'Mensagem 2')
  await expect(page.getByText('Falhou, clique no icone ao lado para tentar novamente').first()).toBeVisible()
  await getLeadComposer(lead).fill('Durante a queda')
  await getLeadComposer(lead).press('Enter')

  await product.start()
  await expect(page.getByText(/reconectando|sem tempo real/i)).toHaveCount(0, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Tentar novamente' }).first().click()
  await expect(getLeadThread(lead).getByText('Mensagem 2', { exact: true })).toHaveCount(1, { timeout: 30_000 })
  await expect(page.getByText('Falhou, clique no icone ao lado para tentar novamente')).toHaveCount(0)
  await expect(getThread(page).getByText('Durante a queda', { exact: true })).toHaveCount(1, { timeout: 30_000 })
  await sendAsLead(lead, 'Depois da queda')
  await expect(getThread(page).getByText('Depois da queda', { exact: true })).toHaveCount(1)
  await expect(getComposer(page)).toBeEnabled()

  // Both windows show exactly the stored messages, each once and in the same order.
  const said = ['Antes da queda', 'Mensagem 1', 'Mensagem 2', 'Durante a queda', 'Depois da queda']
  const history = await fetchHistory(page, path)
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
