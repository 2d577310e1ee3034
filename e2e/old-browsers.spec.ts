import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { ACCOUNTS, PASSWORD } from './support/accounts.ts'
import { agentOf, composer, openConversationsOf, rows, say, thread } from './support/chat.ts'
import { leadComposer, leadThread, openWebchat } from './support/lead.ts'
import { fillLogin } from './support/sign-in.ts'

const LINK = 'https://www.exemplo.com.br/imoveis/12'

/** Removes browser APIs that are newer than the oldest browsers named in README.md, before the page's scripts run. */
const makeOld = (page: Page) =>
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
  await makeOld(page)
  await page.goto('/login')
  await fillLogin(page, ACCOUNTS.staff.phone, PASSWORD)
  await page.getByRole('button', { name: 'Acessar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
  const agent = await agentOf(page, 'SDR')
  await openConversationsOf(page, agent)
  await expect(rows(page).first()).toBeVisible()
  const before = (await rows(page).first().getAttribute('href')) ?? ''

  const lead = await freshWindow()
  await makeOld(lead)
  await openWebchat(lead, agent)
  await leadComposer(lead).fill(`É este? ${LINK}`)
  await leadComposer(lead).press('Enter')
  await expect(leadThread(lead).getByRole('link', { name: LINK })).toBeVisible()
  await expect(leadComposer(lead)).toHaveValue('')

  await expect(rows(page).first()).not.toHaveAttribute('href', before)
  await rows(page).first().click()
  await expect(thread(page).getByRole('link', { name: LINK }).first()).toBeVisible()
  await say(page, `_Sim_: ${LINK} 👍🏽`)
  await expect(composer(page)).toHaveValue('')
  // The typeface has no italic style, so the browser slants it.
  const slanted = leadThread(lead).locator('em', { hasText: 'Sim' })
  await expect(slanted).toHaveCSS('font-synthesis-style', 'auto')
  await expect(thread(page).locator('em', { hasText: 'Sim' })).toHaveCSS('font-synthesis-style', 'auto')
})
