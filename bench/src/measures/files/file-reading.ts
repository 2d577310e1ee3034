import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { createSlowPdf } from '../../../../apps/server/src/testing/files/slow-pdf.ts'
import { buildId } from '../../dataset/ids.ts'
import type { Measure } from '../../measure.ts'
import { getQuantile } from '../../statistics.ts'

const SLOWDOWN_FIGURE = 'list while a file keeps its reader busy, p95 by the quiet one (SEE-06)'
const GIVEN_UP_FIGURE = 'a file that keeps its reader busy is given up (SEE-06)'
const BASELINE_REQUESTS = 300
/** Milliseconds between two requests for the list. */
const PAUSE_MS = 20
const TIMEOUT_MS = 30_000

const agent = buildId('large', 'agent')
const listPath = `/api/conversations/agents/${agent}?limit=20&archive=false`

/**
 * Sends a document as a web-chat visitor.
 * @returns the message's id
 */
async function sendDocument(url: string, bytes: Buffer): Promise<string> {
  const chat = `${url}/api/webchat/${agent}`
  const opened = await fetch(chat)
  const cookie = opened.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const about = {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size: bytes.length,
    mime_type: 'application/pdf',
    filename: 'lento.pdf',
  }
  const ask = async (method: string, path: string, body: string | Buffer, type = 'application/json') => {
    const key = { [HTTP_HEADERS.idempotencyKey]: randomUUID(), [HTTP_HEADERS.requestTime]: new Date().toISOString() }
    const headers = { cookie, 'content-type': type, ...key }
    const answer = await fetch(`${chat}${path}`, { method, headers, body: new Uint8Array(Buffer.from(body)) })
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { data: { id: string; message: { message_id: string } } }
  }
  const { id } = (await ask('POST', '/files', JSON.stringify(about))).data
  await ask('PUT', `/files/${id}/parts/1`, bytes, 'application/octet-stream')
  const sent = await ask('POST', '/messages', JSON.stringify({ content: '', file_id: id, as: 'document' }))
  return sent.data.message.message_id
}

/** Sends a file whose parsing never ends: measures when parsing is aborted, and how much it slows down other requests. */
export const fileReadingMeasure: Measure = {
  name: 'file-reading',
  figures: [SLOWDOWN_FIGURE, GIVEN_UP_FIGURE],
  run: async (stage) => {
    const { url } = await stage.product()
    const caller = await stage.caller()
    const look = async (): Promise<number> => {
      const from = performance.now()
      await caller.read(listPath)
      const took = performance.now() - from
      await wait(PAUSE_MS)
      return took
    }
    try {
      for (let round = 0; round < BASELINE_REQUESTS / 3; round += 1) await look()
      const quiet: number[] = []
      for (let round = 0; round < BASELINE_REQUESTS; round += 1) quiet.push(await look())
      const from = performance.now()
      const id = await sendDocument(url, createSlowPdf())
      const listed = JSON.parse(await caller.read(listPath)) as {
        data: { conversations: { _id: string; lead_id: string }[] }
      }
      const [newest] = listed.data.conversations
      const place = `/api/conversations/lead/${newest?.lead_id}/${newest?._id}?limit=5`
      const meanwhile: number[] = []
      for (let state = 'reading'; state === 'reading' && performance.now() - from < TIMEOUT_MS; ) {
        for (let round = 0; round < 10; round += 1) meanwhile.push(await look())
        const { data } = JSON.parse(await caller.read(place)) as {
          data: { history: { message_id: string; file_line?: { state: string } }[] }
        }
        state = data.history.find(({ message_id }) => message_id === id)?.file_line?.state ?? 'none'
        if (state !== 'reading' && state !== 'failed') throw new Error(`The file was not given up: ${state}`)
      }
      return [
        { name: SLOWDOWN_FIGURE, value: getQuantile(meanwhile, 0.95) / getQuantile(quiet, 0.95) },
        { name: GIVEN_UP_FIGURE, value: performance.now() - from },
      ]
    } finally {
      caller.close()
    }
  },
}
