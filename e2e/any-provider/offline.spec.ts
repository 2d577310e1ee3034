import { expect, test } from '../fixtures.ts'
import { DEMO_USER_PASSWORD, DEMO_USERS } from '../support/accounts.ts'
import {
  fetchAgentByType,
  fetchHistory,
  getComposer,
  getConversationRow,
  getThread,
  openAgentConversations,
  typeAndSend,
} from '../support/chat.ts'
import { fillLoginForm } from '../support/sign-in.ts'

test.use({ expectedNoise: [/Failed to load resource|WebSocket connection/] })

const FAILED_NOTICE = 'Falhou, clique no icone ao lado para tentar novamente'
const CONNECTION_ERROR = 'Erro de conexão. Verifique sua internet e tente novamente.'
const TIMEOUT_ERROR = 'Tempo limite excedido. Tente novamente.'

test('TEXT-16 MSG-10 MSG-11 MSG-12 what is written without a network is kept, says so, and arrives once when there is one again @wide', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await provider.newLead(page, agent, 'Ainda aí?')
  await openAgentConversations(page, agent)
  await getConversationRow(page, lead.path).click()
  await expect(getComposer(page)).toBeEnabled()

  await page.context().setOffline(true)
  await typeAndSend(page, 'Escrevi no elevador')
  await expect(page.getByText('Sem conexão com a internet')).toBeVisible()
  await expect(page.getByText(FAILED_NOTICE)).toBeVisible()
  await expect(getThread(page).getByText('Escrevi no elevador', { exact: true })).toHaveCount(1)
  // A failed retry must neither duplicate the message nor lose it or the unsent draft.
  await getComposer(page).fill('Um rascunho')
  const triedAgain = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await triedAgain
  await expect(page.getByText(FAILED_NOTICE)).toBeVisible()
  // A notice that is still displayed is not repeated.
  await expect(page.getByText('Sem conexão com a internet')).toHaveCount(1)

  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByText(FAILED_NOTICE)).toHaveCount(0)
  await expect(page.getByText(/Enviando\.\.\.|Processando\.\.\./)).toHaveCount(0)
  await expect(getThread(page).getByText('Escrevi no elevador', { exact: true })).toHaveCount(1)
  await expect(getComposer(page)).toHaveValue('Um rascunho')
  const sent = (await fetchHistory(page, lead.path)).filter(({ content }) => content === 'Escrevi no elevador')
  expect(sent).toHaveLength(1)
})

test('ERR-16 ERR-18 no network and no answer in time are told apart, and what was typed stays', async ({ freshWindow }) => {
  const page = await freshWindow()
  await page.clock.install()
  await page.goto('/login')
  await fillLoginForm(page, DEMO_USERS.staff.phone, DEMO_USER_PASSWORD)
  const submit = page.getByRole('button', { name: 'Acessar', exact: true })
  await page.context().setOffline(true)
  await submit.click()
  await expect(page.getByText(CONNECTION_ERROR).first()).toBeVisible()
  await page.context().setOffline(false)

  // The request is sent but never answered.
  const asked = page.waitForRequest(/\/auth\/login$/)
  await page.route(/\/auth\/login$/, () => {})
  await submit.click()
  await asked
  await page.clock.fastForward(30_050)
  await expect(page.getByText(TIMEOUT_ERROR).first()).toBeVisible()
  await expect(page.getByLabel(/^Senha/)).toHaveValue(DEMO_USER_PASSWORD)
  await expect(page.getByRole('textbox', { name: 'Telefone' })).toHaveValue('(11) 90000-0001')
})
