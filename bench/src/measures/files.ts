import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { mediaPath } from '@prosa/contract/calls/channels'
import { fillPath } from '@prosa/contract/http'
import type { Measure } from '../measure.ts'
import { WRITTEN_TO } from '../stage.ts'
import { inTurn, ratio } from '../statistics.ts'
import { memoryOf } from '../support/processes.ts'
import { pathOf, Screens } from '../support/screens.ts'
import { aPdf, bring, sendIn } from '../support/upload.ts'

const SENT = 'send of a stored file, p50 by that of a text'
const CUT = 'bytes on the line of a file of 10 MB, cut three times, by its own'
const SERVED = 'memory while a file of 100 MB is fetched slowly'

const MB = 1024 * 1024
/** The rate limit is 30 messages per user and minute. */
const PEOPLE = 8
const ROUNDS = 80
const WARM_UP = 16
const CUTS = new Set([3, 17, 31])
const LOOKS = 8

/** Files as the panel uploads them and the server stores them (1-whatsapp.md, section 6). */
export const files: Measure = {
  name: 'files',
  figures: [SENT, CUT, SERVED],
  run: async (stage) => [
    { name: SENT, value: await sentByText(stage) },
    { name: CUT, value: await bytesOverCuts(stage) },
    { name: SERVED, value: await memoryWhileServing(stage) },
  ],
}

type Stage = Parameters<Measure['run']>[0]

async function sentByText(stage: Stage): Promise<number> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => stage.caller()))
  const caller = (round: number) => people[round % PEOPLE] ?? people[0]
  const bytes = aPdf(200_000)
  // Files whose content is already stored need no upload: each has its own record and can be sent at once.
  const ready: string[] = []
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const by = caller(round)
    if (by) ready.push(await bring(by, bytes, `proposta-${round}.pdf`))
  }
  try {
    const pairs = await inTurn(
      ROUNDS,
      async (round) => {
        const by = caller(round)
        if (by) await sendIn(by, 1_000 + (round % PEOPLE), { content: '', file_id: ready[round], as: 'document' })
      },
      async (round) => {
        const by = caller(round)
        if (by) await sendIn(by, 1_000 + (round % PEOPLE), { content: 'Uma mensagem da bancada' })
      },
      WARM_UP,
    )
    return ratio(pairs, 0.5)
  } finally {
    for (const one of people) one.close()
  }
}

/** Measures in the panel. An interruption loses the whole current part, which is the maximum possible loss. */
async function bytesOverCuts(stage: Stage): Promise<number> {
  const screens = await Screens.open(stage)
  try {
    const page = await screens.window()
    let sent = 0
    let puts = 0
    await page.route('**/api/files/*/parts/*', async (route) => {
      sent += route.request().postDataBuffer()?.length ?? 0
      puts += 1
      await (CUTS.has(puts) ? route.abort('connectionreset') : route.continue())
    })
    await page.goto(pathOf(WRITTEN_TO))
    const bytes = aPdf(10 * MB)
    await page.getByLabel('Arquivos').setInputFiles({ name: 'planta.pdf', mimeType: 'application/pdf', buffer: bytes })
    const isSent = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/messages') && answer.ok(),
      { timeout: 60_000 },
    )
    await page.getByRole('button', { name: 'Enviar 1 arquivo' }).click()
    await isSent
    if (puts < Math.max(...CUTS)) throw new Error(`Only ${puts} parts were sent`)
    return sent / bytes.length
  } finally {
    await screens.close()
  }
}

/** Returns the additional memory of the process while it serves files, in megabytes. */
async function memoryWhileServing(stage: Stage): Promise<number> {
  const { process } = await stage.product()
  const caller = await stage.caller()
  try {
    const size = 100 * MB
    const file_id = await bring(caller, aPdf(size), 'catalogo.pdf')
    const messageId = await sendIn(caller, 1_010, { content: '', file_id, as: 'document' })
    const before = await memoryOf(process)
    const response = await caller.open(`/api${fillPath(mediaPath, { messageId })}`)
    let most = 0
    for (let look = 1; look <= LOOKS; look++) {
      await readUpTo(response, (size / LOOKS) * look - 1)
      // Waits until the server has filled its read buffers.
      await wait(300)
      most = Math.max(most, (await memoryOf(process)) - before)
    }
    response.destroy()
    return most / MB
  } finally {
    caller.close()
  }
}

const read = new WeakMap<IncomingMessage, number>()

/** Reads until `bytes` bytes have arrived, then stops reading. */
async function readUpTo(response: IncomingMessage, bytes: number): Promise<void> {
  while ((read.get(response) ?? 0) < bytes) {
    const chunk = response.read() as Buffer | null
    if (chunk) read.set(response, (read.get(response) ?? 0) + chunk.length)
    else await new Promise((resolve) => response.once('readable', resolve))
  }
}
