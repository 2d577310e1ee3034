import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { DEMO_USER_PASSWORD, DEMO_USERS } from './support/accounts.ts'
import {
  fetchAgentByType,
  getComposer,
  getConversationRows,
  getThread,
  openAgentConversations,
  typeAndSend,
} from './support/chat.ts'
import { getLeadComposer, getLeadThread, openWebchat } from './support/lead.ts'
import { fillLoginForm } from './support/sign-in.ts'

const LINK = 'https://www.exemplo.com.br/imoveis/12'

/** Removes browser APIs that are newer than the oldest browsers named in README.md, before the page's scripts run. */
const removeNewApis = (page: Page) =>
  page.addInitScript(() => {
    const drop = (owner: object | undefined, names: string) => {
      for (const name of names.split(' ')) if (owner) Reflect.deleteProperty(owner, name)
    }
    const iterator = Object.getPrototypeOf(Object.getPrototypeOf([].values())) as object
    drop(URL, 'parse canParse')
    drop(URLSearchParams.prototype, 'size')
    drop(AbortSignal, 'any timeout')
    drop(Promise, 'withResolvers try')
    drop(Object, 'groupBy')
    drop(Map, 'groupBy')
    drop(Map.prototype, 'getOrInsert getOrInsertComputed')
    drop(Array, 'fromAsync')
    drop(Array.prototype, 'toSorted toReversed toSpliced with')
    drop(String.prototype, 'toWellFormed isWellFormed')
    drop(Set.prototype, 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom')
    drop(iterator, 'map filter take drop flatMap reduce toArray forEach some every find')
    drop(RegExp, 'escape')
    drop(Intl, 'Segmenter DurationFormat')
    drop(Element.prototype, 'checkVisibility setHTMLUnsafe getHTML')
    drop(HTMLElement.prototype, 'showPopover hidePopover togglePopover popover')
    drop(Document.prototype, 'startViewTransition')
    drop(Uint8Array, 'fromBase64 fromHex')
    drop(Uint8Array.prototype, 'toBase64 toHex')
    drop(window, 'Iterator requestIdleCallback cancelIdleCallback navigation scheduler CompressionStream DecompressionStream')
    drop(window, 'URLPattern Temporal CloseWatcher OffscreenCanvas VideoEncoder VideoDecoder Highlight')
  })

test('signing in, a conversation and the web chat work in the oldest browsers, links and all', async ({ freshWindow }) => {
  const page = await freshWindow()
  await removeNewApis(page)
  await page.goto('/login')
  await fillLoginForm(page, DEMO_USERS.staff.phone, DEMO_USER_PASSWORD)
  await page.getByRole('button', { name: 'Acessar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
  const agent = await fetchAgentByType(page, 'SDR')
  await openAgentConversations(page, agent)
  await expect(getConversationRows(page).first()).toBeVisible()
  const before = (await getConversationRows(page).first().getAttribute('href')) ?? ''

  const lead = await freshWindow()
  await removeNewApis(lead)
  await openWebchat(lead, agent)
  await getLeadComposer(lead).fill(`É este? ${LINK}`)
  await getLeadComposer(lead).press('Enter')
  await expect(getLeadThread(lead).getByRole('link', { name: LINK })).toBeVisible()
  await expect(getLeadComposer(lead)).toHaveValue('')

  await expect(getConversationRows(page).first()).not.toHaveAttribute('href', before)
  await getConversationRows(page).first().click()
  await expect(getThread(page).getByRole('link', { name: LINK }).first()).toBeVisible()
  await typeAndSend(page, `_Sim_: ${LINK} 👍🏽`)
  await expect(getComposer(page)).toHaveValue('')
  // The typeface has no italic style, so the browser slants it.
  const slanted = getLeadThread(lead).locator('em', { hasText: 'Sim' })
  await expect(slanted).toHaveCSS('font-synthesis-style', 'auto')
  await expect(getThread(page).locator('em', { hasText: 'Sim' })).toHaveCSS('font-synthesis-style', 'auto')
})
