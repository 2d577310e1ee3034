import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { mediaPath } from '@prosa/contract/calls/whatsapp/channels'
import { buildPath } from '@prosa/contract/http'
import { WRITTEN_CONVERSATION } from '../../bench-environment.ts'
import type { Measure } from '../../measure.ts'
import { getQuantileRatio, measureAlternately } from '../../statistics.ts'
import { BrowserWindows, buildChatPath } from '../../support/browser-windows.ts'
import { measureMemoryBytes } from '../../support/measured-process.ts'
import { createUniquePdf, sendToConversation, uploadAsCaller } from '../../support/upload.ts'

const SEND_FIGURE = 'send of a stored file, p50 by that of a text'
const INTERRUPTED_UPLOAD_FIGURE = 'bytes on the line of a file of 10 MB, cut three times, by its own'
const SERVING_MEMORY_FIGURE = 'memory while a file of 100 MB is fetched slowly'

const MB = 1024 * 1024
/** The rate limit is 30 messages per user and minute. */
const USER_COUNT = 8
const ROUNDS = 80
const WARM_UP = 16
const INTERRUPTED_PARTS = new Set([3, 17, 31])
const MEMORY_SAMPLES = 8

/** Files as the panel uploads them and the server stores them (1-whatsapp.md, section 6). */
export const fileTransferMeasure: Measure = {
  name: 'files',
  figures: [SEND_FIGURE, INTERRUPTED_UPLOAD_FIGURE, SERVING_MEMORY_FIGURE],
  run: async (stage) => [
    { name: SEND_FIGURE, value: await compareFileWithTextSend(stage) },
    { name: INTERRUPTED_UPLOAD_FIGURE, value: await measureInterruptedUpload(stage) },
    { name: SERVING_MEMORY_FIGURE, value: await measureServingMemory(stage) },
  ],
}

type MeasureEnvironment = Parameters<Measure['run']>[0]

async function compareFileWithTextSend(stage: MeasureEnvironment): Promise<number> {
  const people = await Promise.all(Array.from({ length: USER_COUNT }, () => stage.caller()))
  const caller = (round: number) => people[round % USER_COUNT] ?? people[0]
  const bytes = createUniquePdf(200_000)
  // Files whose content is already stored need no upload: each has its own record and can be sent at once.
  const ready: string[] = []
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const by = caller(round)
    if (by) ready.push(await uploadAsCaller(by, bytes, `proposta-${round}.pdf`))
  }
  try {
    const pairs = await measureAlternately(
      ROUNDS,
      async (round) => {
        const by = caller(round)
        if (by) await sendToConversation(by, 1_000 + (round % USER_COUNT), { content: '', file_id: ready[round], as: 'document' })
      },
      async (round) => {
        const by = caller(round)
        if (by) await sendToConversation(by, 1_000 + (round % USER_COUNT), { content: 'Uma mensagem da bancada' })
      },
      WARM_UP,
    )
    return getQuantileRatio(pairs, 0.5)
  } finally {
    for (const one of people) one.close()
  }
}

/** Measures in the panel. An interruption loses the whole current part, which is the maximum possible loss. */
async function measureInterruptedUpload(stage: MeasureEnvironment): Promise<number> {
  const screens = await BrowserWindows.open(stage)
  try {
    const page = await screens.window()
    let sent = 0
    let puts = 0
    await page.route('**/api/files/*/parts/*', async (route) => {
      sent += route.request().postDataBuffer()?.length ?? 0
      puts += 1
      await (INTERRUPTED_PARTS.has(puts) ? route.abort('connectionreset') : route.continue())
    })
    await page.goto(buildChatPath(WRITTEN_CONVERSATION))
    const bytes = createUniquePdf(10 * MB)
    await page.getByLabel('Arquivos').setInputFiles({ name: 'planta.pdf', mimeType: 'application/pdf', buffer: bytes })
    const isSent = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/messages') && answer.ok(),
      { timeout: 60_000 },
    )
    await page.getByRole('button', { name: 'Enviar 1 arquivo' }).click()
    await isSent
    if (puts < Math.max(...INTERRUPTED_PARTS)) throw new Error(`Only ${puts} parts were sent`)
    return sent / bytes.length
  } finally {
    await screens.close()
  }
}

/** Returns the additional memory of the process while it serves files, in megabytes. */
async function measureServingMemory(stage: MeasureEnvironment): Promise<number> {
  const { process } = await stage.product()
  const caller = await stage.caller()
  try {
    const size = 100 * MB
    const file_id = await uploadAsCaller(caller, createUniquePdf(size), 'catalogo.pdf')
    const messageId = await sendToConversation(caller, 1_010, { content: '', file_id, as: 'document' })
    const before = await measureMemoryBytes(process)
    const response = await caller.open(`/api${buildPath(mediaPath, { messageId })}`)
    let most = 0
    for (let look = 1; look <= MEMORY_SAMPLES; look++) {
      await readUpTo(response, (size / MEMORY_SAMPLES) * look - 1)
      // Waits until the server has filled its read buffers.
      await wait(300)
      most = Math.max(most, (await measureMemoryBytes(process)) - before)
    }
    response.destroy()
    return most / MB
  } finally {
    caller.close()
  }
}

const bytesReadByResponse = new WeakMap<IncomingMessage, number>()

/** Reads until `bytes` bytes have arrived, then stops reading. */
async function readUpTo(response: IncomingMessage, bytes: number): Promise<void> {
  while ((bytesReadByResponse.get(response) ?? 0) < bytes) {
    const chunk = response.read() as Buffer | null
    if (chunk) bytesReadByResponse.set(response, (bytesReadByResponse.get(response) ?? 0) + chunk.length)
    else await new Promise((resolve) => response.once('readable', resolve))
  }
}
