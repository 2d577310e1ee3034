import type { Page } from '@playwright/test'
import { INITIAL_CHUNKS, listStaticClosure, readBuildManifest } from '../scripts/build/static-closure.ts'
import { expect, test } from './fixtures.ts'
import { fetchAgentByType, getConversationRows, openAgentConversations } from './support/chat.ts'
import { getApiUrl } from './support/provider.ts'

/**
 * Delays every answer to matching requests until they are released.
 * @returns the delayed requests
 */
const delayResponses = async (page: Page, at: string | RegExp) => {
  const asked: string[] = []
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(at, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    asked.push(pathname + search)
    await isLetGo
    await route.fallback()
  })
  return { asked, letGo }
}

const withoutQuery = (address: string) => address.split('?')[0]

test('SESSION-06 CHAT-06 a cold load asks who it is, the agents and the list at once: one round trip before the first row', async ({
  windowOf,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await openAgentConversations(page, agent)
  await expect(getConversationRows(page).first()).toBeVisible()
  // Leaves the page, so that a pending request for the list's next page is not counted as part of the cold load.
  await page.goto('about:blank')
  const calls = await delayResponses(page, `${getApiUrl(page)}/**`)
  await page.goto('/chat')
  const base = new URL(getApiUrl(page)).pathname
  const expected = new Set(['/auth/me', '/agents', `/conversations/agents/${agent._id}`].map((path) => base + path))
  await expect.poll(() => new Set(calls.asked.map(withoutQuery))).toEqual(expected)
  const first = [...calls.asked]
  await expect(page.getByRole('status')).toBeVisible()
  calls.letGo()
  await expect(getConversationRows(page).first()).toBeVisible()
  // The page must not repeat a request that was made before its code had loaded.
  expect(first.filter((one) => calls.asked.filter((asked) => asked === one).length > 1)).toEqual([])
})

test('whoever is signed in is sent all code of an open conversation with the first script', async ({ windowOf }) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  await openAgentConversations(page, agent)
  const path = (await getConversationRows(page).first().getAttribute('href')) ?? ''
  const code = await delayResponses(page, '**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  const manifest = readBuildManifest('apps/panel/dist')
  const needed = listStaticClosure(manifest, INITIAL_CHUNKS.conversation).map((file) => file.slice(manifest.directory.length))
  await expect.poll(() => needed.filter((file) => !code.asked.includes(file))).toEqual([])
  code.letGo()
  await expect(getConversationRows(page).first()).toBeVisible()
})

test('LOGIN-03 a visitor is sent nothing of what stands behind the sign-in before it is passed', async ({ freshWindow }) => {
  const page = await freshWindow()
  const code = await delayResponses(page, '**/assets/*.js')
  await page.goto('/login', { waitUntil: 'commit' })
  const manifest = readBuildManifest('apps/panel/dist')
  const first = listStaticClosure(manifest, INITIAL_CHUNKS.signIn).map((file) => file.slice(manifest.directory.length))
  await expect.poll(() => code.asked.toSorted()).toEqual(first.toSorted())
  code.letGo()
  await expect(page.getByRole('button', { name: 'Acessar', exact: true })).toBeVisible()
})
