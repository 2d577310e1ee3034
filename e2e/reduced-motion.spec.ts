import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fetchAgentByType, fetchConversations, getThread, openAgentConversations } from './support/chat.ts'

/** Returns the running animations that last noticeably. Ignores those of 0.01 ms, which exist only so that scripts get their end event. */
const getNoticeableAnimations = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .map((one) => ({ lasts: Number(one.effect?.getComputedTiming().duration ?? 0), of: one.constructor.name }))
      .filter(({ lasts }) => lasts > 0.01),
  )

/** Returns the longest transition or animation duration of all elements, in seconds. */
const getLongestDuration = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')]
        .flatMap((element) => [getComputedStyle(element), getComputedStyle(element, '::before')])
        .filter(({ animationName, transitionProperty }) => animationName !== 'none' || transitionProperty !== 'none')
        .flatMap(({ transitionDuration, animationDuration, animationName }) =>
          `${transitionDuration}, ${animationName === 'none' ? '0s' : animationDuration}`.split(', '),
        )
        .map((text) => Number.parseFloat(text)),
    ),
  )

test('VISUAL-05 the ground of the pages outside moves, and for who asks for less motion it stands still @wide', async ({
  freshWindow,
}) => {
  const page = await freshWindow()
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Acessar', exact: true })).toBeVisible()
  expect((await getNoticeableAnimations(page)).length).toBeGreaterThanOrEqual(5)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => getNoticeableAnimations(page)).toEqual([])
  expect(await getLongestDuration(page)).toBeLessThanOrEqual(0.00001)
})

test('VIEW-16 with less motion layers stand at once, and the way to the end is one step @wide', async ({ windowOf }) => {
  const page = await windowOf('staff')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const agent = await fetchAgentByType(page, 'POS_VENDA')
  const long = (await fetchConversations(page, agent)).find(({ total_messages }) => (total_messages ?? 0) > 1_000)
  await openAgentConversations(page, agent)
  await page.goto(`/chat/${long?.lead_id}/${long?._id}`)
  await expect(getThread(page).locator('[data-index]').first()).toBeVisible()
  // The shortest transition still shows the old height until the next frame, and the thread's scroll position follows its height.
  const lag = await getThread(page).evaluate((box) => {
    const inside = box.lastElementChild as HTMLElement
    const before = box.scrollHeight
    inside.style.height = `${inside.offsetHeight + 100}px`
    const lacks = before + 100 - box.scrollHeight
    inside.style.height = `${inside.offsetHeight - 100}px`
    return lacks
  })
  expect(lag).toBe(0)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(await getNoticeableAnimations(page)).toEqual([])
  expect(await getLongestDuration(page)).toBeLessThanOrEqual(0.00001)
  await page.keyboard.press('Escape')

  await getThread(page).hover()
  await page.mouse.wheel(0, -3_000)
  const back = page.getByRole('button', { name: /^Ir para o fim/ })
  await expect(back).toBeVisible()
  // Records the scroll position in every frame until the end.
  const places = await back.evaluate(async (button: HTMLElement) => {
    const log = document.querySelector('[role="log"]') as HTMLElement
    const left = () => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop)
    const seen = new Set<number>([left()])
    button.click()
    while (left() > 10) {
      seen.add(left())
      await new Promise(requestAnimationFrame)
    }
    return [...seen]
  })
  expect(places.length, `led through ${places.join(', ')}`).toBeLessThanOrEqual(2)
})
