import { expect, test } from './fixtures.ts'
import { fetchAgentByType, fetchHistory, getComposer, getThread, typeAndSend } from './support/chat.ts'

/** A page of 1280×1024 at 400 % zoom, and a small phone with an open keyboard. */
for (const size of [
  { width: 320, height: 256 },
  { width: 390, height: 350 },
]) {
  test(`two messages and the whole composer are seen at ${size.width}×${size.height}, and the header is within reach`, async ({
    windowOf,
    provider,
  }) => {
    const page = await windowOf('staff')
    const { path } = await provider.newLead(page, await fetchAgentByType(page, 'SDR'), 'Oi, tudo bem?')
    await page.goto(path)
    for (const text of ['Tudo, e você?', 'Pode falar']) await typeAndSend(page, text)
    // A reload during sending would mark the message as failed, which makes its bubble taller.
    await expect.poll(async () => (await fetchHistory(page, path)).at(-1)?.content).toBe('Pode falar')
    await page.setViewportSize(size)
    await page.reload()
    await expect(getThread(page).getByText('Pode falar')).toBeVisible()

    const box = await page.locator('form', { has: getComposer(page) }).boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height)
    const whole = () =>
      getThread(page).evaluate((log) => {
        const { top, bottom } = log.getBoundingClientRect()
        return [...log.querySelectorAll('[data-speaker]')].filter((bubble) => {
          const seen = bubble.getBoundingClientRect()
          return seen.top >= Math.max(0, top) - 1 && seen.bottom <= bottom + 1
        }).length
      })
    await expect.poll(whole).toBeGreaterThanOrEqual(2)

    const back = page.getByRole('button', { name: 'Mais ações' })
    await back.focus()
    await expect(back).toBeInViewport()
    await getComposer(page).focus()
    await expect(getComposer(page)).toBeInViewport({ ratio: 1 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
}
