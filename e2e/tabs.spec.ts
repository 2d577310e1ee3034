import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fetchAgentByType, getConversationRows, openAgentConversations } from './support/chat.ts'
import { signIn } from './support/sign-in.ts'

test.use({ expectedNoise: [/401 \(Unauthorized\)/] })

const TAB_COUNT = 8
const ROUND_COUNT = 12

const refreshButton = (page: Page) => page.getByRole('button', { name: 'Atualizar conversas' })

/** Clicks the button in all tabs at the same time and waits until each has loaded its list. */
const refreshInAllTabs = async (tabs: readonly Page[], at: number) =>
  await Promise.all(
    tabs.map(async (tab) => {
      const listed = tab.waitForResponse((answer) => answer.url().includes('/conversations/agents/') && answer.ok())
      await refreshButton(tab).evaluate((button, moment) => {
        setTimeout(() => (button as HTMLElement).click(), moment - Date.now())
      }, at)
      await listed
    }),
  )

test('SESSION-20 SESSION-10 SESSION-12 G45 tabs that are refused together renew once, again and again @wide', async ({
  freshWindow,
}) => {
  test.slow()
  // Uses its own session, because the test removes its token.
  const first = await freshWindow()
  await signIn(first, 'staff')
  await openAgentConversations(first, await fetchAgentByType(first, 'SDR'))
  const context = first.context()
  const others = await Promise.all(Array.from({ length: TAB_COUNT - 1 }, () => context.newPage()))
  await Promise.all(others.map((tab) => tab.goto('/chat')))
  const tabs = [first, ...others]
  for (const tab of tabs) await expect(getConversationRows(tab).first()).toBeVisible()

  let renewals = 0
  context.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) renewals += 1
  })
  const counted: number[] = []
  for (let round = 0; round < ROUND_COUNT; round += 1) {
    // A tab requests at most one list in two seconds.
    const at = Date.now() + 2_100
    await context.clearCookies({ name: /access$/ })
    renewals = 0
    await refreshInAllTabs(tabs, at)
    counted.push(renewals)
  }
  expect(counted).toEqual(counted.map(() => 1))
})
