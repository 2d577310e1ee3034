import { importWithRetry } from '../../../shared/lazy-loading/import-with-retry.ts'

export const canBrowserPlay = (mimeType: string): boolean => new Audio().canPlayType(mimeType) !== ''

interface PlayableUrl {
  url: string
  release: () => void
}

const OGG_OPUS = 'audio/ogg; codecs=opus'

/**
 * Returns a URL that the audio element can play. Converts an OGG file to another container format if this browser cannot play OGG
 * (MEDIA-10).
 * @throws if the audio cannot be fetched
 */
export async function resolvePlayableUrl(
  source: string | Blob,
  mimeType: string,
  canPlay: (mimeType: string) => boolean,
): Promise<PlayableUrl> {
  const needsRepackaging = mimeType.startsWith('audio/ogg') && !canPlay(OGG_OPUS)
  if (typeof source === 'string' && !needsRepackaging) return { url: source, release: () => {} }
  const bytes = typeof source === 'string' ? await fetchAudioBlob(source) : source
  const { repackageAsWebm } = needsRepackaging
    ? await importWithRetry(() => import('@prosa/voice/repackage-as-webm'))
    : { repackageAsWebm: null }
  const url = URL.createObjectURL(repackageAsWebm ? await repackageAsWebm(bytes, canPlay) : bytes)
  return { url, release: () => URL.revokeObjectURL(url) }
}

async function fetchAudioBlob(url: string): Promise<Blob> {
  const response = await fetch(url, { credentials: 'include' })
  if (!response.ok) throw new Error(`The sound cannot be had: ${response.status}`)
  return response.blob()
}
