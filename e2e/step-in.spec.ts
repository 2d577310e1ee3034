import type { Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import type { AccountName } from './support/accounts.ts'
import {
  chooseThreadAction,
  fetchAgentByType,
  getComposer,
  getConversationRow,
  getConversationRows,
  getThread,
  getThreadHeader,
  openAgentConversations,
  typeAndSend,
} from './support/chat.ts'
import { openWebchat, sendAsLead } from './support/lead.ts'
import { waitForRoomJoin } from './support/room-joins.ts'

/** Sends a message as a new lead and opens the conversation as a staff member. */
const openNewConversation = async (page: Page, lead: Page): Promise<string> => {
  const agent = await fetchAgentByType(page, 'SDR')
  await openAgentConversations(page, agent)
  await expect(getConversationRows(page).first()).toBeVisible()
  const before = await getConversationRows(page).first().getAttribute('href')
  await openWebchat(lead, agent)
  await sendAsLead(lead, 'Olá, tudo bem?')
  await expect(getConversationRows(page).first()).not.toHaveAttribute('href', before ?? '')
  const path = (await getConversationRows(page).first().getAttribute('href')) ?? ''
  await getConversationRows(page).first().click()
  await expect(page).toHaveURL(path)
  await expect(getComposer(page)).toBeEnabled()
  return path
}

interface TakenOverConversation {
  /** The staff member's window with the open conversation. */
  page: Page
  /** The lead's window. */
  lead: Page
  path: string
  /** Opens the same conversation in the window of a colleague of the same organisation. */
  beside: (who: AccountName) => Promise<Page>
}

const test = base.extend<{ takenOn: TakenOverConversation }>({
  takenOn: async ({ windowOf, freshWindow }, use) => {
    const page = await windowOf('staff')
    const lead = await freshWindow()
    const path = await openNewConversation(page, lead)
    const beside = async (who: AccountName) => {
      const colleague = await windowOf(who)
      await openAgentConversations(colleague, await fetchAgentByType(colleague, 'SDR'))
      await getConversationRow(colleague, path).click()
      await expect(getThread(colleague)).toBeVisible()
      return colleague
    }
    await use({ page, lead, path, beside })
  },
})

test('VIEW-03 VIEW-12 VIEW-15 EVENT-10 one asks for attention, the colleague sees it, and takes it back @wide', async ({
  takenOn: { page, beside },
}) => {
  const colleague = await beside('admin')

  await chooseThreadAction(page, 'Necessita atenção')
  const badge = (window: Page) => getThreadHeader(window).getByText('Necessita atenção', { exact: true })
  await expect(badge(page)).toBeVisible()
  await expect(badge(colleague)).toBeVisible()
  await chooseThreadAction(colleague, 'Remover atenção')
  await expect(badge(page)).toHaveCount(0)
  await expect(badge(colleague)).toHaveCount(0)
})

test('VIEW-10 pausing the agent shows to everybody, also to who was not listening yet, and it starts again @wide', async ({
  takenOn: { page, path, beside },
}) => {
  const colleague = await beside('admin')
  await page.getByRole('button', { name: 'Pausar agente' }).click()
  await expect(page.getByRole('button', { name: 'Iniciar agente' })).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Iniciar agente' })).toBeVisible()
  await waitForRoomJoin(page, path)
  await colleague.getByRole('button', { name: 'Iniciar agente' }).click()
  await expect(page.getByRole('button', { name: 'Pausar agente' })).toBeVisible()
})

test('MSG-04 MSG-06 VIEW-25 EVENT-11 a message of the staff shows once everywhere and pauses the agent', async ({
  takenOn: { page, lead, path, beside },
}) => {
  const colleague = await beside('operator')
  await waitForRoomJoin(colleague, path)
  await typeAndSend(page, 'Deixa comigo, eu assumo.')
  for (const window of [page, colleague, lead])
    await expect(window.getByRole('log').getByText('Deixa comigo, eu assumo.', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Enviando...')).toHaveCount(0)
  await expect(page.getByText('Processando...')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Iniciar agente' })).toBeVisible()
  await expect(colleague.getByRole('button', { name: 'Iniciar agente' })).toBeVisible()
})

test('VIEW-10 on a phone too a line says who has taken over, and gives it back', async ({ takenOn: { page } }) => {
  const { name } = await fetchAgentByType(page, 'SDR')
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText(`Ao escrever, você assume e ${name} fica em pausa.`)).toBeInViewport()
  await typeAndSend(page, 'Deixa comigo.')
  const line = page.getByText(`Você assumiu · ${name} em pausa`)
  await expect(line).toBeInViewport()
  await page.getByRole('button', { name: `Devolver para ${name}` }).click()
  await expect(line).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Pausar agente' })).toBeVisible()
  await expect(page.getByText(`Ao escrever, você assume e ${name} fica em pausa.`)).toBeInViewport()
})

test('VIEW-30 the thread opens at the newest message, and a button leads to where the unread ones begin', async ({
  windowOf,
  provider,
}) => {
  const page = await windowOf('staff')
  const lead = await provider.newLead(page, await fetchAgentByType(page, 'SDR'), 'Tenho umas perguntas')
  for (const about of ['o prazo', 'a entrada', 'a vaga'])
    await lead.says(`Uma pergunta sobre ${about}: ${'é longa, e toma muitas linhas da tela, '.repeat(12)}certo?`)
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(lead.path)
  const button = page.getByRole('button', { name: /^\d+ não lidas$/ })
  await expect(button).toBeVisible()
  const first = getThread(page).getByText('Tenho umas perguntas', { exact: true })
  await expect(first).not.toBeInViewport()
  await button.click()
  await expect(first).toBeInViewport()
  await expect(getThread(page).getByText(/^\d+ não lidas$/)).toBeInViewport()
  await expect(button).toHaveCount(0)
})

test('VIEW-02 VIEW-13 LIST-12 archiving takes the lead out of the list, and the filter brings it back @wide', async ({
  takenOn: { page, path },
  windowOf,
}) => {
  const colleague = await windowOf('admin')
  await openAgentConversations(colleague, await fetchAgentByType(colleague, 'SDR'))
  await expect(getConversationRow(colleague, path)).toBeVisible()
  await chooseThreadAction(page, 'Arquivar')
  await expect(getThreadHeader(page).getByText('Arquivado', { exact: true })).toBeVisible()
  await expect(getConversationRow(page, path)).toHaveCount(0)
  await expect(getConversationRow(colleague, path)).toHaveCount(0)
  await chooseThreadAction(page, 'Desarquivar o Lead')
  await expect(getThreadHeader(page).getByText('Arquivado', { exact: true })).toHaveCount(0)
  await expect(getConversationRow(page, path)).toBeVisible()
  await expect(getConversationRow(colleague, path)).toBeVisible()
})
