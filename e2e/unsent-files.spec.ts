import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { fetchAgentByType, fetchHistory, getComposer, getThread, typeAndSend } from './support/chat.ts'
import { SERVER_DOWN_ERRORS } from './support/console-errors.ts'
import { getLeadThread, openNewLeadConversation } from './support/lead.ts'
import { signIn } from './support/sign-in.ts'

test.use({ expectedNoise: [SERVER_DOWN_ERRORS] })

const createPdfUpload = (name: string) => ({ name, mimeType: 'application/pdf', buffer: Buffer.from(`%PDF-1.7\n% ${name}\n`) })

/** Returns the numbers of unsent messages and files in the browser's database. */
const countUnsentItems = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('unsent')
      opening.onsuccess = () => resolve(opening.result)
    })
    const count = (store: string) =>
      new Promise<number>((resolve) => {
        const counting = db.transaction(store).objectStore(store).count()
        counting.onsuccess = () => resolve(counting.result)
      })
    const found = db.objectStoreNames.length > 0 ? [await count('entries'), await count('blobs')] : [0, 0]
    db.close()
    return found
  })

/** Makes the stored messages look `minutes` older. */
const ageUnsentMessages = (page: Page, minutes: number) =>
  page.evaluate(async (ms) => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('unsent')
      opening.onsuccess = () => resolve(opening.result)
    })
    const tx = db.transaction('entries', 'readwrite')
    const all = tx.objectStore('entries').getAll()
    all.onsuccess = () => {
      for (const kept of all.result as { at: number; entry: { tempId: string } }[])
        tx.objectStore('entries').put({ ...kept, at: kept.at - ms }, kept.entry.tempId)
    }
    await new Promise((resolve) => {
      tx.oncomplete = resolve
    })
    db.close()
  }, minutes * 60_000)

/** Blocks the upload of file parts. */
const blockPartUploads = (page: Page) => page.context().route('**/api/files/*/parts/*', () => new Promise(() => {}))
const allowPartUploads = (page: Page) => page.context().unroute('**/api/files/*/parts/*')

const attachFiles = async (page: Page, ...names: string[]) => {
  await page.getByLabel('Arquivos').setInputFiles(names.map(createPdfUpload))
  await page.getByRole('button', { name: `Enviar ${names.length} arquivos` }).click()
}

test('MEDIA-03 tab and server are killed amid an upload: a new tab brings the files once, in their place among the texts @wide', async ({
  windowOf,
  freshWindow,
  product,
}) => {
  test.slow()
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await freshWindow()
  const address = await openNewLeadConversation(page, lead, agent, 'Pode mandar a proposta?')
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()
  await typeAndSend(page, 'Segue já.')
  await expect(getLeadThread(lead).getByText('Segue já.')).toBeVisible()
  await blockPartUploads(page)
  await attachFiles(page, 'Proposta.pdf', 'Contrato.pdf')
  await typeAndSend(page, 'Gostou?')
  await expect(getThread(page).getByText(/^Enviando… \d+ %$/)).toHaveCount(2)
  await expect.poll(() => countUnsentItems(page)).toEqual([3, 2])

  const context = page.context()
  await page.close()
  await product.kill()
  await product.start()
  const again = await context.newPage()
  await allowPartUploads(again)
  // Sending resumes on whichever page is opened.
  await again.goto('/dashboard')
  const seen = getLeadThread(lead)
  await expect(seen.getByText('Gostou?')).toBeVisible({ timeout: 60_000 })
  const said = async () =>
    (await fetchHistory(again, address)).map(({ content, attachment }) => attachment?.filename ?? content).slice(1)
  expect((await said()).filter((text) => /\.pdf$|Segue|Gostou/.test(text))).toEqual([
    'Segue já.',
    'Proposta.pdf',
    'Contrato.pdf',
    'Gostou?',
  ])
  await expect.poll(() => countUnsentItems(again)).toEqual([0, 0])
  await again.goto(address)
  await expect(getThread(again).getByText('Proposta.pdf')).toHaveCount(1)
  await expect(getThread(again).getByText('Gostou?')).toHaveCount(1)
  await expect(again.getByText(/^Enviando/)).toHaveCount(0)
})

test('MEDIA-03 another tab leaves it alone while its own is there, goes on once it has gone, after 60 minutes shows it failed, and who leaves by choice leaves nothing @wide', async ({
  freshWindow,
}) => {
  // Uses its own session, because a sign-out ends it in every window.
  const page = await freshWindow()
  await signIn(page, 'staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const address = await openNewLeadConversation(page, await freshWindow(), agent, 'E o contrato?')
  await expect(page.getByRole('button', { name: 'Anexar' })).toBeVisible()
  await blockPartUploads(page)
  const other = await page.context().newPage()
  await other.goto(address)
  await expect(other.getByRole('button', { name: 'Anexar' })).toBeVisible()
  await attachFiles(page, 'A.pdf', 'B.pdf')
  await expect.poll(() => countUnsentItems(page)).toEqual([2, 2])
  await expect(getThread(other).getByText('A.pdf')).toHaveCount(0)

  await ageUnsentMessages(page, 61)
  await page.close()
  await expect(getThread(other).getByText('A.pdf')).toBeVisible()
  await expect(other.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(2)
  await expect(other.getByRole('button', { name: 'Descartar mensagem' })).toHaveCount(2)
  await allowPartUploads(other)
  await other.getByRole('button', { name: 'Tentar novamente' }).first().click()
  await expect(other.getByRole('button', { name: 'Tentar novamente' })).toHaveCount(1)
  await expect
    .poll(async () => (await fetchHistory(other, address)).filter(({ attachment }) => attachment?.filename === 'A.pdf').length)
    .toBe(1)
  await expect.poll(() => countUnsentItems(other)).toEqual([1, 1])

  await other.getByRole('button', { name: /menu de /i }).click()
  await other.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(other).toHaveURL(/login/)
  await expect.poll(() => countUnsentItems(other)).toEqual([0, 0])
  await expect(getComposer(other)).toHaveCount(0)
})
