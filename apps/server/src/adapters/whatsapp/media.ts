import { createHash } from 'node:crypto'
import type { ImageDownload, MediaDownload, MediaDownloadResult } from '../../platform/external-services/whatsapp-api.ts'
import { withDeadline } from '../../platform/external-services/with-deadline.ts'
import type { GraphApiResponse } from './graph-api.ts'
import { mediaResponse } from './payloads.ts'

/** Domains (with their subdomains) from which Meta serves files. */
const META_HOSTS = ['fbsbx.com', 'fbcdn.net', 'whatsapp.net', 'facebook.com']

interface DownloadOptions {
  /** Access token that is sent with the download; null for a download without authorization. */
  token: string | null
  timeoutMs: number
  /** Base URL of the configured Meta API, which may be that of a test double. */
  own: URL
}

interface MediaDownloadOptions extends DownloadOptions {
  describe(): Promise<GraphApiResponse>
}

class DownloadRejection extends Error {
  readonly reason: 'too-large' | 'altered'
  constructor(reason: 'too-large' | 'altered') {
    super(reason)
    this.reason = reason
  }
}

/**
 * Whether a URL is an https URL on one of Meta's hosts, or on the configured API's own origin. Other hosts must not receive the access
 * token.
 */
export function isMetaUrl(address: string, own: URL): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  if (url.origin === own.origin) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    META_HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  )
}

/** Download URL of a file, with the type and checksum that Meta reported. Both are null if Meta did not report them. */
interface MediaLocation {
  url: string
  mimeType: string | null
  sha256: string | null
}

/**
 * Downloads a file from Meta's hosts only, and stores the file if its size and checksum are as announced. Tries the URL from the webhook
 * first; then requests a new URL, because a URL expires after five minutes. Makes at most two downloads.
 */
export async function fetchMedia(wanted: MediaDownload, fetching: MediaDownloadOptions): Promise<MediaDownloadResult> {
  const isTold = !!wanted.url && isMetaUrl(wanted.url, fetching.own)
  const told = isTold
    ? await downloadFromMeta({ url: wanted.url ?? '', mimeType: null, sha256: null }, wanted, fetching)
    : 'expired'
  if (told !== 'expired' && told.kind !== 'later') return told
  for (let left = isTold ? 1 : 2; left > 0; left--) {
    const address = await requestMediaUrl(wanted, fetching)
    if ('kind' in address) return address
    const outcome = await downloadFromMeta(address, wanted, fetching)
    if (outcome !== 'expired') return outcome
  }
  return { kind: 'later' }
}

async function requestMediaUrl(
  wanted: MediaDownload,
  fetching: MediaDownloadOptions,
): Promise<MediaLocation | MediaDownloadResult> {
  const answer = await fetching.describe()
  if (answer.kind === 'refused')
    return answer.code !== null && TEMPORARY_ERROR_CODES.has(answer.code) ? { kind: 'later' } : { kind: 'never', reason: 'gone' }
  if (answer.kind !== 'answered') return { kind: 'later' }
  const described = mediaResponse.safeParse(answer.body).data
  if (!described) return { kind: 'later' }
  if ((described.file_size ?? 0) > wanted.maxBytes) return { kind: 'never', reason: 'too-large' }
  return { url: described.url, mimeType: described.mime_type ?? null, sha256: described.sha256 ?? null }
}

const IMAGE_TYPE = /^image\/(jpeg|png|webp)\b/

/** Downloads a JPEG, PNG or WebP image from Meta's hosts only. Returns `never` if the image has expired or has any other type. */
export async function fetchImage({ url, maxBytes, keep }: ImageDownload, loading: DownloadOptions): Promise<MediaDownloadResult> {
  const wanted = { providerId: '', sha256: null, maxBytes, keep }
  const outcome = await downloadFromMeta({ url, mimeType: null, sha256: null }, wanted, loading, IMAGE_TYPE)
  return outcome === 'expired' ? { kind: 'never', reason: 'gone' } : outcome
}

async function downloadFromMeta(
  address: MediaLocation,
  wanted: MediaDownload,
  fetching: DownloadOptions,
  type?: RegExp,
): Promise<MediaDownloadResult | 'expired'> {
  if (!isMetaUrl(address.url, fetching.own)) return { kind: 'never', reason: 'foreign' }
  try {
    return await withDeadline(fetching.timeoutMs * 3, (signal) => download(address, wanted, fetching, type, signal))
  } catch (error) {
    return error instanceof DownloadRejection ? { kind: 'never', reason: error.reason } : { kind: 'later' }
  }
}

async function download(
  address: MediaLocation,
  wanted: MediaDownload,
  { token }: DownloadOptions,
  type: RegExp | undefined,
  signal: AbortSignal,
): Promise<MediaDownloadResult | 'expired'> {
  const promised = [wanted.sha256, address.sha256].filter((sum): sum is string => !!sum)
  const response = await fetch(address.url, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    redirect: 'manual',
    signal,
  })
  const said = response.headers.get('content-type')
  const refusal = getResponseFailure(response, type && !type.test(said ?? ''))
  if (refusal || !response.body) {
    // Cancels the body, because an unread body would keep the connection open.
    response.body?.cancel().catch(() => undefined)
    return refusal ?? { kind: 'later' }
  }
  return {
    kind: 'stored',
    ...(await storeVerifiedBytes(response.body, wanted, promised)),
    mimeType: type ? said : address.mimeType,
  }
}

function getResponseFailure({ status, ok }: Response, isOfOtherType = false): MediaDownloadResult | 'expired' | null {
  if (status >= 300 && status < 400) return { kind: 'never', reason: 'foreign' }
  if (status === 404) return 'expired'
  if (!ok) return { kind: 'later' }
  return isOfOtherType ? { kind: 'never', reason: 'no-picture' } : null
}

/** Meta's error codes after which a retry may succeed: rate limits, temporary errors, or an access token that a user can renew. */
const TEMPORARY_ERROR_CODES = new Set([0, 1, 2, 3, 4, 190, 80_007, 130_429, 131_000, 131_016, 131_057, 133_004])

/**
 * Stores a downloaded file with `wanted.keep` while counting and hashing its bytes. `promised`: expected checksums, in hex or base64.
 * @throws DownloadRejection if the file is too large or a checksum differs
 */
async function storeVerifiedBytes(
  body: ReadableStream<Uint8Array>,
  wanted: MediaDownload,
  promised: readonly string[],
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  async function* measured() {
    for await (const chunk of body) {
      size += chunk.length
      if (size > wanted.maxBytes) throw new DownloadRejection('too-large')
      hash.update(chunk)
      yield chunk
    }
    const digest = hash.digest()
    const is = (sum: string) => sum.toLowerCase() === digest.toString('hex') || sum === digest.toString('base64')
    if (!promised.every(is)) throw new DownloadRejection('altered')
    sha256 = digest.toString('hex')
  }
  let sha256 = ''
  await wanted.keep(measured())
  return { size, sha256 }
}
