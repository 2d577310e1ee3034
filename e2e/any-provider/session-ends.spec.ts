import type { Page } from '@playwright/test'
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
import { fillLoginForm, signIn } from '../support/sign-in.ts'

test.use({ expectedNoise: [/Failed to load resource|WebSocket connection/] })

const FAILED_NOTICE = 'Falhou, clique no icone ao lado para tentar novamente'
const REFUSED_CALLS = [/\/messages$/, /\/auth\/refresh$/]

const refuseCalls = (page: Page) =>
  Promise.all(
    REFUSED_CALLS.map((call) =>
      page.route(call, (route) =>
        route.fulfill({
          status: 401,
          headers: {
            'access-control-allow-origin': new URL(page.url()).origin,
            'access-control-allow-credentials': 'true',
          },
          json: { success: false, message: 'Sessão encerrada', error: 'TOKEN_EXPIRED', code: 'TOKEN_EXPIRED' },
        }),
      ),
    ),
  )

const signInAgain = async (page: Page) => {
  await fillLoginForm(page, DEMO_USERS.staff.phone, DEMO_USER_PASSWORD)
  await page.getByRole('button', { name: 'Acessar' }).click()
}

test('MSG-10 MSG-11 MSG-12 VIEW-29 what was written when the session ended is there after the next sign-in, and arrives once @wide', async ({
  freshWindow,
  provider,
}) => {
  // Uses its own session, because the test ends it.
  const page = await freshWindow()
  await signIn(page, 'staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await provider.newLead(page, agent, 'Tem planta?')
  await openAgentConversations(page, agent)
  await getConversationRow(page, lead.path).click()
  await expect(getComposer(page)).toBeEnabled()

  await refuseCalls(page)
  await typeAndSend(page, 'Escrevi isto por cinco minutos')
  await getComposer(page).fill('E mais uma coisa')
  await expect(page).toHaveURL(/\/login/)
  for (const call of REFUSED_CALLS) await page.unroute(call)

  await signInAgain(page)
  await expect(getThread(page).getByText('Escrevi isto por cinco minutos', { exact: true })).toHaveCount(1)
  await expect(page.getByText(FAILED_NOTICE)).toBeVisible()
  await expect(getComposer(page)).toHaveValue('E mais uma coisa')
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(page.getByText(FAILED_NOTICE)).toHaveCount(0)
  await expect(page.getByText(/Enviando\.\.\.|Processando\.\.\./)).toHaveCount(0)
  const sent = (await fetchHistory(page, lead.path)).filter(({ content }) => content === 'Escrevi isto por cinco minutos')
  expect(sent).toHaveLength(1)

  await page.reload()
  await expect(getComposer(page)).toHaveValue('E mais uma coisa')
  // A sign-out by the user deletes the unsent draft.
  await page.getByRole('button', { name: /menu de/ }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/login/)
  await signInAgain(page)
  await expect(page).not.toHaveURL(/\/login/)
  await openAgentConversations(page, agent)
  await getConversationRow(page, lead.path).click()
  await expect(getComposer(page)).toHaveValue('')
})
