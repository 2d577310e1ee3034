import { expect, test } from '../fixtures.ts'
import { ACCOUNTS, PASSWORD } from '../support/accounts.ts'
import { agentOf, composer, historyOf, openConversationsOf, rowOf, say, thread } from '../support/chat.ts'
import { fillLogin } from '../support/sign-in.ts'

test.use({ expectedNoise: [/Failed to load resource|WebSocket connection/] })

const FAILED = 'Falhou, clique no icone ao lado para tentar novamente'
const NOT_REACHED = 'Erro de conexão. Verifique sua internet e tente novamente.'
const TOO_LATE = 'Tempo limite excedido. Tente novamente.'

test('TEXT-16 MSG-10 MSG-11 MSG-12 what is written without a network is kept, says so, and arrives once when there is one again @wide', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  const agent = await agentOf(page, 'SDR')
  const lead = await provider.newLead(page, agent, 'Ainda aí?')
  await openConversationsOf(page, agent)
  await rowOf(page, lead.path).click()
  await expect(composer(page)).toBeEnabled()

  await page.context().setOffline(true)
  await say(page, 'Escrevi no elevador')
  await expect(page.getByText('Sem conexão com a internet')).toBeVisible()
  await expect(page.getByText(FAILED)).toBeVisible()
  await expect(thread(page).getByText('Escrevi no elevador', { exact: true })).toHaveCount(1)
  // A failed retry must neither duplicate the message nor lose it or the unsent draft.
  await composer(page).fill('Um rascunho')
  const triedAgain = page.waitForEvent('requestfailed', (request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await triedAgain
  await expect(page.getByText(FAILED)).toBeVisible()
  // A notice that is still displayed is not repeated.
  await expect(page.getByText('Sem conexão com a internet')).toHaveCount(1)

  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByText(FAILED)).toHaveCount(0)
  await expect(page.getByText(/Enviando\.\.\.|Processando\.\.\./)).toHaveCount(0)
  await expect(thread(page).getByText('Escrevi no elevador', { exact: true })).toHaveCount(1)
  await expect(composer(page)).toHaveValue('Um rascunho')
  const sent = (await historyOf(page, lead.path)).filter(({ content }) => content === 'Escrevi no elevador')
  expect(sent).toHaveLength(1)
})

test('ERR-16 ERR-18 no network and no answer in time are told apart, and what was typed stays', async ({ freshWindow }) => {
  const page = await freshWindow()
  await page.clock.install()
  await page.goto('/login')
  await fillLogin(page, ACCOUNTS.staff.phone, PASSWORD)
  const submit = page.getByRole('button', { name: 'Acessar', exact: true })
  await page.context().setOffline(true)
  await submit.click()
  await expect(page.getByText(NOT_REACHED).first()).toBeVisible()
  await page.context().setOffline(false)

  // The request is sent but never answered.
  const asked = page.waitForRequest(/\/auth\/login$/)
  await page.route(/\/auth\/login$/, () => {})
  await submit.click()
  await asked
  await page.clock.fastForward(30_050)
  await expect(page.getByText(TOO_LATE).first()).toBeVisible()
  await expect(page.getByLabel(/^Senha/)).toHaveValue(PASSWORD)
  await expect(page.getByRole('textbox', { name: 'Telefone' })).toHaveValue('(11) 90000-0001')
})
