import type { Page } from '@playwright/test'
import { searchMessages } from '@prosa/contract/calls/conversations/search'
import { expect } from './fixtures.ts'
import { expectAccessible, expectAccessibleInAllViews } from './support/accessibility.ts'
import { chooseThreadAction, fetchAgentByType, getThread, openAgentConversations } from './support/chat.ts'
import { createMetaTest } from './support/meta-test.ts'
import { linkNumberWithHistory } from './support/number-with-history.ts'

/** Test with the product connected to the Meta double, which shares a long history. */
const test = createMetaTest()

const PHONE = '5521988885555'
/** Far more messages than the thread loads when it opens. */
const MESSAGE_COUNT = 600
const SEARCHED_MESSAGE = 40
const HOUR_S = 3_600

const getSearchField = (page: Page, name = 'Pesquisar nas mensagens') => page.getByRole('combobox', { name })
const getResults = (page: Page) => page.getByRole('option')
const openSearch = async (page: Page) => {
  await page.getByRole('button', { name: 'Filtrar conversas' }).click()
  await page.getByRole('option', { name: 'Pesquisar nas mensagens' }).click()
  await expect(getSearchField(page)).toBeFocused()
}

test('INBOX-10 INBOX-11 INBOX-12 INBOX-13 a word that was mistyped leads to its message of long ago, with one request, and marks it', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const said = Array.from({ length: MESSAGE_COUNT }, (_, n) =>
    n === SEARCHED_MESSAGE
      ? 'Ainda sobre o <b>azulejo</b> português da cozinha'
      : `Antes ${n + 1}\nSobre o sofá azul.\nE as medidas dele.`,
  )
  const find = await linkNumberWithHistory({ page, product, meta, agent, phone: PHONE, said, everyS: HOUR_S })
  const talk = await find()
  const path = `${talk?.lead_id}/${talk?._id}`

  // The search index is updated after the import.
  const found = async () => {
    const answer = await page.request.get('/api/search/messages?q=azulejo')
    return searchMessages.answer.parse(await answer.json()).data.results.length
  }
  await expect.poll(found).toBe(1)
  await openAgentConversations(page, agent)
  await openSearch(page)
  await getSearchField(page).fill('azuleijo portugues')
  await expect(getResults(page)).toHaveCount(1)
  await expect(page.getByText('Mostrando “azulejo portugues”')).toBeVisible()
  await expect(getResults(page)).toContainText('Ainda sobre o <b>azulejo</b> português da cozinha')
  await expect(getResults(page).locator('mark')).toHaveText(['azulejo', 'português'])
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.endsWith(`/conversations/lead/${path}`) && search.includes('around')) asked.push(search)
    if (pathname.endsWith(`/conversations/lead/${path}`) && search.includes('cursor')) asked.push(search)
  })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/chat/${path}$`))
  const target = getThread(page).locator('[data-speaker="lead"]').filter({ hasText: 'azulejo' })
  await expect(target).toBeInViewport()
  const tints = () => target.evaluate((bubble) => bubble.getAnimations().map(({ effect }) => effect?.getTiming().duration))
  await expect.poll(tints).toContain(2_000)
  await expect.poll(tints).toEqual([])
  // Ignores the requests made when the conversation opened.
  const jumped = asked.slice(asked.findIndex((search) => search.includes('around')))
  expect(jumped).toEqual([expect.stringContaining('around')])
  await expectAccessible(page)

  // The search in the open conversation lists only this conversation's messages.
  await chooseThreadAction(page, 'Pesquisar nesta conversa')
  await getSearchField(page, 'Pesquisar nesta conversa').fill('Antes 577')
  await expect(getResults(page)).toHaveCount(1)
  await getSearchField(page, 'Pesquisar nesta conversa').fill('helicóptero')
  await expect(page.getByText('Nenhuma mensagem com “helicóptero”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(getSearchField(page, 'Pesquisar nesta conversa')).toHaveCount(0)
})

test('INBOX-12 the search looks right in both themes and on a phone, and says when it is too short @wide', async ({
  windowOf,
}) => {
  const page = await windowOf('operator')
  await expectAccessibleInAllViews(page, async () => {
    await openAgentConversations(page, await fetchAgentByType(page, 'SDR'))
    await openSearch(page)
    await getSearchField(page).fill('a')
    await expect(page.getByText('Digite ao menos 2 caracteres.')).toBeVisible()
    await getSearchField(page).fill('visita')
    await expect(getResults(page).first()).toBeVisible()
  })
})
