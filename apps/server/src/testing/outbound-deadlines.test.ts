import { expect, it, vi } from 'vitest'
import { createGoogleCalendar } from '../adapters/calendar/google.ts'
import { createScanner } from '../adapters/clamav/clamd.ts'
import { createS3Store } from '../adapters/files/s3.ts'
import { createLanguageModel } from '../adapters/llm/openai-compatible.ts'
import { createMail } from '../adapters/mail/smtp.ts'
import { createTranscriber } from '../adapters/transcribe/openai-compatible.ts'
import { createWeb } from '../adapters/web/fetch-public.ts'
import { createWhatsAppApi } from '../adapters/whatsapp/client.ts'
import type { WhatsAppAccount } from '../kernel/whatsapp.ts'
import { MISBEHAVIOURS, type Misbehaviour, openMisbehavingServer } from './misbehaving-server.ts'

const DEADLINE_MS = 400
/** Maximum milliseconds, including retries before the deadline and delays of a busy machine. */
const MOST_MS = 2_500
/** `fetch` closes a connection that was established after its request had ended only when its keep-alive time of 4 s is over. */
const UNUSED_CONNECTION_MS = 6_000

const signal = new AbortController().signal
const account: WhatsAppAccount = { phoneNumberId: '1', wabaId: '2', token: 't' }
const readAll = async (bytes: AsyncIterable<Uint8Array>) => {
  for await (const _ of bytes) continue
}
const settings = (url: string) => ({
  baseUrl: url,
  apiKey: null,
  model: 'm',
  models: ['m'],
  price: null,
  prices: null,
  vision: '0' as const,
})
const meta = (url: string) => createWhatsAppApi(url, { timeoutMs: DEADLINE_MS, uploadMs: DEADLINE_MS })
const google = (url: string) =>
  createGoogleCalendar({ clientId: 'c', clientSecret: 's', apiUrl: url, oauthUrl: url }, 'http://localhost', DEADLINE_MS)
const s3 = (endpoint: string) => createS3Store({ endpoint, region: 'r', bucket: 'b', key: 'k', secret: 's' }, DEADLINE_MS)
const TENANT = '0190d0a0-0001-7000-8000-000000000000'

/** Every outbound request of the server. Add new adapters here. */
const WAITS: Readonly<Record<string, (url: string, port: number) => Promise<unknown>>> = {
  'page or photo': (url, port) =>
    createWeb({ allowed: ['127.0.0.1'], ports: [port] }).fetch(url, { maxBytes: 1_000, timeoutMs: DEADLINE_MS }),
  'Meta, a call': (url) => meta(url).describeNumber(account),
  'Meta, an upload': (url) => meta(url).uploadMedia(account, { bytes: new Blob(['x']), mimeType: 'image/png', filename: 'x' }),
  // The deadline of a file is three times that of a call.
  'Meta, a file': (url) =>
    createWhatsAppApi(url, { timeoutMs: DEADLINE_MS / 3 }).fetchPicture({ url, maxBytes: 1_000, keep: readAll }),
  'Google, an event': (url) => google(url).moveEvent('r', 'e', { start: new Date(0), end: new Date(1) }),
  'Google, a code': (url) => google(url).exchange('code', 'verifier'),
  'Google, a withdrawal': (url) => google(url).revoke('r'),
  'a model': (url) =>
    createLanguageModel(settings(url), { callMs: 30_000, totalMs: DEADLINE_MS }).answer({
      model: null,
      instructions: '',
      messages: [{ role: 'user', content: 'Oi' }],
      tools: [],
      maxToolCalls: 0,
      onSpent: () => {},
      signal,
    }),
  'a transcriber': (url) =>
    createTranscriber(settings(url), DEADLINE_MS).transcribe({ bytes: new Blob(['x']), filename: 'x.ogg', prompt: '', signal }),
  'S3, a question': (url) => s3(url).sizeOf(TENANT, 'a'.repeat(64)),
  'S3, a file to it': (url) => s3(url).put(TENANT, 'a'.repeat(64), Buffer.from('x')),
  'S3, a file from it': (url) => readAll(s3(url).read(TENANT, 'a'.repeat(64))),
  ClamAV: (_url, port) =>
    createScanner(`tcp://127.0.0.1:${port}`, DEADLINE_MS).scan(
      (async function* bytes() {
        yield Buffer.from('x')
      })(),
    ),
  mail: (_url, port) =>
    createMail(`smtp://127.0.0.1:${port}`, 'a@b.test', DEADLINE_MS).sendResetLinks({ to: 'c@d.test', links: [], minutes: 1 }),
}

const KINDS = Object.keys(MISBEHAVIOURS) as Misbehaviour[]
/** In SMTP, the server sends the first line. */
const GREETING: Readonly<Record<string, string>> = { mail: '220 hi\r\n' }

it.each(Object.keys(WAITS))('%s is waited for until its deadline, whatever the other side does', async (name) => {
  const waits = await Promise.all(
    KINDS.map(async (kind) => {
      const server = await openMisbehavingServer(kind, GREETING[name])
      const from = performance.now()
      // The result is tested by each adapter's own test.
      await Promise.race([
        WAITS[name]?.(`http://127.0.0.1:${server.port}`, server.port).catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, MOST_MS * 2)),
      ])
      const ms = performance.now() - from
      const isLeft = await vi
        .waitFor(() => expect(server.open()).toBe(0), UNUSED_CONNECTION_MS)
        .then(
          () => false,
          () => true,
        )
      await server.close()
      return [kind, ms < MOST_MS ? 'in time' : 'late', isLeft ? 'left open' : 'closed']
    }),
  )
  expect(waits).toEqual(KINDS.map((kind) => [kind, 'in time', 'closed']))
})
