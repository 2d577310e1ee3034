import { createHash } from 'node:crypto'
import type { ImageDownload, MediaDownload, MediaDownloadResult } from '../../platform/external-services/whatsapp-api.ts'
import { withDeadline } from '../../platform/external-services/with-deadline.ts'
import type { GraphApiResponse } from './graph-api.ts'
import { mediaResponse } from './payloads.ts'

/** Domains from which Meta serves files, including their subdomains. */
const META_HOSTS = ['fbsbx.com', 'fbcdn.net', 'whatsapp.net', 'facebook.com']

interface DownloadOptions {
  /** Access token that is sent with the download; null for a download without authorization. */
  token: string | null
  timeoutMs: number
  /** Base URL of the configured Meta API; in tests, that of a test server. */
  apiBaseUrl: URL
}

interface MediaDownloadOptions extends DownloadOptions {
  /** Requests the file's metadata with a new download URL. */
  describe(): Promise<GraphApiResponse>
}

class DownloadRejection extends Error {
  readonly reason: 'too-large' | 'altered'
  constructor(reason: 'too-large' | 'altered') {
    super(reason)
    this.reason = reason
  }
}

/** Whether a URL belongs to one of Meta's hosts (https only) or to the configured API. Other hosts must not receive the access token. */
export function isMetaUrl(rawUrl: string, apiBaseUrl: URL): boolean {
  const url = URL.parse(rawUrl)
  if (!url || url.username || url.password) return false
  if (url.origin === apiBaseUrl.origin) return true
  return (
    url.protocol === 'https:' &&
    url.port === '' &&
    META_HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  )
}

/** Download URL of a file, with the type and SHA-256 that Meta reported; null if not reported. */
interface MediaLocation {
  url: string
  mimeType: string | null
  sha256: string | null
}

/**
 * Downloads a file from Meta's hosts and stores it, if size and checksum are as announced. Tries the URL from the webhook first, then a new
 * URL, because a URL expires after five minutes. Makes at most two downloads.
 */
export async function fetchMedia(request: MediaDownload, options: MediaDownloadOptions): Promise<MediaDownloadResult> {
  const hasValidWebhookUrl = !!request.url && isMetaUrl(request.url, options.apiBaseUrl)
  const firstResult = hasValidWebhookUrl
    ? await downloadFromMeta({ url: request.url ?? '', mimeType: null, sha256: null }, request, options)
    : 'expired'
  if (firstResult !== 'expired' && firstResult.kind !== 'later') return firstResult
  for (let downloadsLeft = hasValidWebhookUrl ? 1 : 2; downloadsLeft > 0; downloadsLeft--) {
    const location = await requestMediaUrl(request, options)
    if ('kind' in location) return location
    const outcome = await downloadFromMeta(location, request, options)
    if (outcome !== 'expired') return outcome
  }
  return { kind: 'later' }
}

async function requestMediaUrl(
  request: MediaDownload,
  options: MediaDownloadOptions,
): Promise<MediaLocation | MediaDownloadResult> {
  const response = await options.describe()
  if (response.kind === 'refused')
    return response.code !== null && TEMPORARY_ERROR_CODES.has(response.code)
      ? { kind: 'later' }
      : { kind: 'never', reason: 'gone' }
  if (response.kind !== 'answered') return { kind: 'later' }
  const metadata = mediaResponse.safeParse(response.body).data
  if (!metadata) return { kind: 'later' }
  if ((metadata.file_size ?? 0) > request.maxBytes) return { kind: 'never', reason: 'too-large' }
  return { url: metadata.url, mimeType: metadata.mime_type ?? null, sha256: metadata.sha256 ?? null }
}

const IMAGE_TYPE = /^image\/(jpeg|png|webp)\b/

/** Downloads a JPEG, PNG or WebP image from Meta's hosts. Returns `never` if the image has expired or has another type. */
export async function fetchImage(
  { url, maxBytes, store }: ImageDownload,
  options: DownloadOptions,
): Promise<MediaDownloadResult> {
  const request = { providerId: '', sha256: null, maxBytes, store }
  const outcome = await downloadFromMeta({ url, mimeType: null, sha256: null }, request, options, IMAGE_TYPE)
  return outcome === 'expired' ? { kind: 'never', reason: 'gone' } : outcome
}

async function downloadFromMeta(
  location: MediaLocation,
  request: MediaDownload,
  options: DownloadOptions,
  acceptedType?: RegExp,
): Promise<MediaDownloadResult | 'expired'> {
  if (!isMetaUrl(location.url, options.apiBaseUrl)) return { kind: 'never', reason: 'foreign' }
  try {
    return await withDeadline(options.timeoutMs * 3, (signal) => download(location, request, options, acceptedType, signal))
  } catch (error) {
    return error instanceof DownloadRejection ? { kind: 'never', reason: error.reason } : { kind: 'later' }
  }
}

async function download(
  location: MediaLocation,
  request: MediaDownload,
  { token }: DownloadOptions,
  acceptedType: RegExp | undefined,
  signal: AbortSignal,
): Promise<MediaDownloadResult | 'expired'> {
  const expectedChecksums = [request.sha256, location.sha256].filter((sum): sum is string => !!sum)
  const response = await fetch(location.url, {
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    redirect: 'manual',
    signal,
  })
  const contentType = response.headers.get('content-type')
  const failure = getResponseFailure(response, acceptedType && !acceptedType.test(contentType ?? ''))
  if (failure || !response.body) {
    // An unread body would keep the connection open.
    response.body?.cancel().catch(() => undefined)
    return failure ?? { kind: 'later' }
  }
  return {
    kind: 'stored',
    ...(await storeVerifiedBytes(response.body, request, expectedChecksums)),
    mimeType: acceptedType ? contentType : location.mimeType,
  }
}

function getResponseFailure({ status, ok }: Response, hasWrongType = false): MediaDownloadResult | 'expired' | null {
  if (status >= 300 && status < 400) return { kind: 'never', reason: 'foreign' }
  if (status === 404) return 'expired'
  if (!ok) return { kind: 'later' }
  return hasWrongType ? { kind: 'never', reason: 'no-picture' } : null
}

/** Meta's error codes after which a retry may succeed: rate limits, temporary errors, or an access token that a user can renew. */
const TEMPORARY_ERROR_CODES = new Set([0, 1, 2, 3, 4, 190, 80_007, 130_429, 131_000, 131_016, 131_057, 133_004])

/**
 * Stores a downloaded file with `request.store`, while counting and hashing its bytes. The expected checksums are in hex or base64.
 * @throws DownloadRejection if the file is too large or a checksum differs
 */
async function storeVerifiedBytes(
  body: ReadableStream<Uint8Array>,
  request: MediaDownload,
  expectedChecksums: readonly string[],
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  async function* verifyChunks() {
    for await (const chunk of body) {
      size += chunk.length
      if (size > request.maxBytes) throw new DownloadRejection('too-large')
      hash.update(chunk)
      yield chunk
    }
    const digest = hash.digest()
    const matchesDigest = (sum: string) => sum.toLowerCase() === digest.toString('hex') || sum === digest.toString('base64')
    if (!expectedChecksums.every(matchesDigest)) throw new DownloadRejection('altered')
    sha256 = digest.toString('hex')
  }
  let sha256 = ''
  await request.store(verifyChunks())
  return { size, sha256 }
}
