import { expect, it, vi } from 'vitest'
import { createGoogleCalendar } from '../../../adapters/calendar/google.ts'
import { createVirusScanner } from '../../../adapters/clamav/clamd.ts'
import { createS3Store } from '../../../adapters/files/s3.ts'
import { createLanguageModel } from '../../../adapters/llm/openai-compatible.ts'
import { createMailer } from '../../../adapters/mail/smtp.ts'
import { createTranscriber } from '../../../adapters/transcribe/openai-compatible.ts'
import { createPublicWebClient } from '../../../adapters/web/fetch-public.ts'
import { createWhatsAppApi } from '../../../adapters/whatsapp/client.ts'
import type { WhatsAppAccount } from '../../../platform/external-services/whatsapp-api.ts'
import { MISBEHAVIOURS, type Misbehaviour, openMisbehavingServer } from './misbehaving-server.ts'

const DEADLINE_MS = 400
/** Maximum milliseconds, including retries before the deadline and delays of a busy machine. */
const MAX_DURATION_MS = 2_500
/** `fetch` closes a connection that was established after its request had ended only when its keep-alive time of 4 s is over. */
const UNUSED_CONNECTION_MS = 6_000

const signal = new AbortController().signal
const account: WhatsAppAccount = { phoneNumberId: '1', wabaId: '2', token: 't' }
const drainBytes = async (bytes: AsyncIterable<Uint8Array>) => {
  for await (const _ of bytes) continue
}
const buildSettings = (url: string) => ({
  baseUrl: url,
  apiKey: null,
  model: 'm',
  models: ['m'],
  price: null,
  prices: null,
  vision: '0' as const,
})
const createMetaApi = (url: string) => createWhatsAppApi(url, { timeoutMs: DEADLINE_MS, uploadMs: DEADLINE_MS })
const createGoogleApi = (url: string) =>
  createGoogleCalendar({ clientId: 'c', clientSecret: 's', apiUrl: url, oauthUrl: url }, 'http://localhost', DEADLINE_MS)
const createS3WithDeadline = (endpoint: string) =>
  createS3Store({ endpoint, region: 'r', bucket: 'b', accessKeyId: 'k', secretAccessKey: 's' }, DEADLINE_MS)
const TENANT = '0190d0a0-0001-7000-8000-000000000000'

/** Every outbound request of the server. Add new adapters here. */
const OUTBOUND_REQUESTS: Readonly<Record<string, (url: string, port: number) => Promise<unknown>>> = {
  'page or photo': (url, port) =>
    createPublicWebClient({ allowedAddresses: ['127.0.0.1'], additionalPorts: [port] }).fetch(url, {
      maxBytes: 1_000,
      timeoutMs: DEADLINE_MS,
    }),
  'Meta, a call': (url) => createMetaApi(url).fetchNumberInfo(account),
  'Meta, an upload': (url) =>
    createMetaApi(url).uploadMedia(account, { bytes: new Blob(['x']), mimeType: 'image/png', filename: 'x' }),
  // The deadline of a file is three times that of a call.
  'Meta, a file': (url) =>
    createWhatsAppApi(url, { timeoutMs: DEADLINE_MS / 3 }).fetchImage({ url, maxBytes: 1_000, store: drainBytes }),
  'Google, an event': (url) => createGoogleApi(url).moveEvent('r', 'e', { start: new Date(0), end: new Date(1) }),
  'Google, a code': (url) => createGoogleApi(url).exchangeCode('code', 'verifier'),
  'Google, a withdrawal': (url) => createGoogleApi(url).revoke('r'),
  'a model': (url) =>
    createLanguageModel(buildSettings(url), { callMs: 30_000, totalMs: DEADLINE_MS }).generateAnswer({
      model: null,
      instructions: '',
      messages: [{ role: 'user', content: 'Oi' }],
      tools: [],
      maxToolCalls: 0,
      onUsage: () => {},
      signal,
    }),
  'a transcriber': (url) =>
    createTranscriber(buildSettings(url), DEADLINE_MS).transcribe({
      bytes: new Blob(['x']),
      filename: 'x.ogg',
      prompt: '',
      signal,
    }),
  'S3, a question': (url) => createS3WithDeadline(url).getSize(TENANT, 'a'.repeat(64)),
  'S3, a file to it': (url) => createS3WithDeadline(url).put(TENANT, 'a'.repeat(64), Buffer.from('x')),
  'S3, a file from it': (url) => drainBytes(createS3WithDeadline(url).read(TENANT, 'a'.repeat(64))),
  ClamAV: (_url, port) =>
    createVirusScanner(`tcp://127.0.0.1:${port}`, DEADLINE_MS).scan(
      (async function* bytes() {
        yield Buffer.from('x')
      })(),
    ),
  mail: (_url, port) =>
    createMailer(`smtp://127.0.0.1:${port}`, 'a@b.test', DEADLINE_MS).sendResetLinks({ to: 'c@d.test', links: [], minutes: 1 }),
}

const MISBEHAVIOUR_KINDS = Object.keys(MISBEHAVIOURS) as Misbehaviour[]
/** In SMTP, the server sends the first line. */
const SERVER_GREETINGS: Readonly<Record<string, string>> = { mail: '220 hi\r\n' }

it.each(Object.keys(OUTBOUND_REQUESTS))('%s is waited for until its deadline, whatever the other side does', async (name) => {
  const waits = await Promise.all(
    MISBEHAVIOUR_KINDS.map(async (kind) => {
      const server = await openMisbehavingServer(kind, SERVER_GREETINGS[name])
      const from = performance.now()
      // The result is tested by each adapter's own test.
      await Promise.race([
        OUTBOUND_REQUESTS[name]?.(`http://127.0.0.1:${server.port}`, server.port).catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, MAX_DURATION_MS * 2)),
      ])
      const ms = performance.now() - from
      const isLeft = await vi
        .waitFor(() => expect(server.open()).toBe(0), UNUSED_CONNECTION_MS)
        .then(
          () => false,
          () => true,
        )
      await server.close()
      return [kind, ms < MAX_DURATION_MS ? 'in time' : 'late', isLeft ? 'left open' : 'closed']
    }),
  )
  expect(waits).toEqual(MISBEHAVIOUR_KINDS.map((kind) => [kind, 'in time', 'closed']))
})
