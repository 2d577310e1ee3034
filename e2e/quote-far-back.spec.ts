import { expect } from './fixtures.ts'
import { expectAccessible } from './support/accessibility.ts'
import { fetchAgentByType, getThread } from './support/chat.ts'
import { createMetaTest } from './support/meta-test.ts'
import { linkNumberWithHistory } from './support/number-with-history.ts'

/** Test with the product connected to the Meta double. */
const test = createMetaTest()

const LEAD = { phone: '5521988886666', name: 'Olga Prado' }
/** Far more messages than the thread loads when it opens. */
const MESSAGE_COUNT = 600
const QUOTED_MESSAGE = 40
const MINUTE_S = 60

test('MEDIA-16 a quote of what was imported long ago is reached by one request, tinted, read on from there, and left by a button @wide', async ({
  windowOf,
  product,
  meta,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const said = Array.from({ length: MESSAGE_COUNT }, (_, n) => `Antes ${n + 1}\nSobre o sofá azul.\nE as medidas dele.`)
  const find = await linkNumberWithHistory({ page, product, meta, agent, phone: LEAD.phone, said, everyS: MINUTE_S })
  const answer = {
    type: 'text',
    text: { body: 'Aquele ainda tem?' },
    context: { from: LEAD.phone, id: `wamid.PAST${QUOTED_MESSAGE + 1}` },
  }
  expect(await meta.deliver(product.url, LEAD, 'wamid.NOW', answer)).toBe(200)
  await expect.poll(async () => (await find())?.last_message_preview).toBe('Aquele ainda tem?')
  const found = await find()
  const path = `${found?.lead_id}/${found?._id}`
  await page.goto(`/chat/${path}`)

  const quote = getThread(page).getByRole('button', { name: new RegExp(`Antes ${QUOTED_MESSAGE + 1} `) })
  await expect(quote).toBeVisible()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    // Ignores requests for new messages, because the agent answers meanwhile.
    if (pathname.endsWith(`/conversations/lead/${path}`) && !search.includes('afterSeq')) asked.push(search)
  })
  await quote.click()
  const target = getThread(page)
    .locator('[data-speaker="lead"]')
    .filter({ hasText: new RegExp(`^Lead\\s*Antes ${QUOTED_MESSAGE + 1}\\s`) })
  await expect(target).toBeInViewport()
  const tints = () => target.evaluate((bubble) => bubble.getAnimations().length)
  await expect.poll(tints).toBeGreaterThan(0)
  await expect.poll(tints).toBe(0)
  await expect(target).toBeInViewport()
  expect(asked.map((search) => new URLSearchParams(search).has('around'))).toEqual([true])
  await expectAccessible(page)

  // When the user scrolls on, the following messages load at the position where reading stopped.
  const box = await target.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
  await page.mouse.wheel(0, 50_000)
  await expect.poll(() => asked.length).toBe(2)
  await expect(getThread(page).getByText(new RegExp(`Antes ${QUOTED_MESSAGE + 31}\\s`))).toBeInViewport()
  await page.getByRole('button', { name: /^Ir para o fim/ }).click()
  await expect(quote).toBeInViewport()
  await expect(target).toHaveCount(0)
})
