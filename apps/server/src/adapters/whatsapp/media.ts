import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { partOf } from '../../kernel/part-of.ts'
import type { MediaOutcome, MediaWanted } from '../../kernel/whatsapp.ts'
import type { Answer } from './request.ts'
import { mediaAnswer } from './wire.ts'

/** Where Meta keeps files; a name stands for itself and what is below it. */
const META_HOSTS = ['fbsbx.com', 'fbcdn.net', 'whatsapp.net', 'facebook.com']

interface Fetching {
  token: string
  timeoutMs: number
  /** The API's own address, which may be a double's. */
  own: URL
  describe(): Promise<Answer>
}

class Refused extends Error {
  readonly reason: 'too-large' | 'altered'
  constructor(reason: 'too-large' | 'altered') {
    super(reason)
    this.reason = reason
  }
}

/** The token goes along, so an address counts only when it is Meta's, by https; or the configured API's own. */
export function isMetaAddress(address: string, own: URL): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  if (url.origin === own.origin) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    META_HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  )
}

/** Asks where a file lies, fetches it from Meta's hosts only, and keeps it when it is what the webhook promised. */
export async function fetchMedia(wanted: MediaWanted, fetching: Fetching): Promise<MediaOutcome> {
  const answer = await fetching.describe()
  if (answer.kind === 'refused')
    return answer.code !== null && PASSING.has(answer.code) ? { kind: 'later' } : { kind: 'never', reason: 'gone' }
  if (answer.kind !== 'answered') return { kind: 'later' }
  const described = mediaAnswer.safeParse(answer.body).data
  if (!described) return { kind: 'later' }
  if ((described.file_size ?? 0) > wanted.maxBytes) return { kind: 'never', reason: 'too-large' }
  if (!isMetaAddress(described.url, fetching.own)) return { kind: 'never', reason: 'foreign' }
  const promised = [wanted.sha256, described.sha256].filter((sum): sum is string => !!sum)
  try {
    const response = await fetch(described.url, {
      headers: { authorization: `Bearer ${fetching.token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(fetching.timeoutMs * 3),
    })
    if (response.status >= 300 && response.status < 400) return { kind: 'never', reason: 'foreign' }
    if (!response.ok || !response.body) return { kind: 'later' }
    const size = await keep(response.body, wanted, promised)
    return { kind: 'stored', size, mimeType: described.mime_type ?? null }
  } catch (error) {
    return error instanceof Refused ? { kind: 'never', reason: error.reason } : { kind: 'later' }
  }
}

/** Codes after which the same question may be answered: throttling, Meta's own trouble, a token that staff will renew. */
const PASSING = new Set([0, 1, 2, 3, 4, 190, 80_007, 130_429, 131_000, 131_016, 131_057, 133_004])

/** Written beside its place and moved there whole, so that a half of a file is never served. */
async function keep(
  body: ReadableStream<Uint8Array>,
  { path, maxBytes }: MediaWanted,
  promised: readonly string[],
): Promise<number> {
  const part = partOf(path)
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(new Refused('too-large'))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await mkdir(dirname(path), { recursive: true })
  try {
    await pipeline(Readable.fromWeb(body as NodeStream), meter, createWriteStream(part, { mode: 0o600 }))
    const digest = hash.digest()
    const is = (sum: string) => sum.toLowerCase() === digest.toString('hex') || sum === digest.toString('base64')
    if (!promised.every(is)) throw new Refused('altered')
    await rename(part, path)
    return size
  } finally {
    await rm(part, { force: true })
  }
}
