import { lateCode } from '../../../../shared/late-code.ts'

/** Whether this browser can play a type of audio. */
export const browserPlays = (mimeType: string): boolean => new Audio().canPlayType(mimeType) !== ''

interface PlayableAddress {
  url: string
  release: () => void
}

const OGG = 'audio/ogg; codecs=opus'

/**
 * Returns a URL for the player. An OGG file that this browser cannot play is repacked into another container (MEDIA-10).
 * @throws if the audio cannot be fetched
 */
export async function playableAddress(
  source: string | Blob,
  mimeType: string,
  plays: (mimeType: string) => boolean,
): Promise<PlayableAddress> {
  const isForeign = mimeType.startsWith('audio/ogg') && !plays(OGG)
  if (typeof source === 'string' && !isForeign) return { url: source, release: () => {} }
  const bytes = typeof source === 'string' ? await bytesAt(source) : source
  const { playable } = isForeign ? await lateCode(() => import('@prosa/voice/playable')) : { playable: null }
  const url = URL.createObjectURL(playable ? await playable(bytes, plays) : bytes)
  return { url, release: () => URL.revokeObjectURL(url) }
}

async function bytesAt(url: string): Promise<Blob> {
  const response = await fetch(url, { credentials: 'include' })
  if (!response.ok) throw new Error(`The sound cannot be had: ${response.status}`)
  return response.blob()
}
