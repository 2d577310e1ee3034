import { lateCode } from '../../../../shared/late-code.ts'

/** Whether this browser can play a type of sound. */
export const browserPlays = (mimeType: string): boolean => new Audio().canPlayType(mimeType) !== ''

interface PlayableAddress {
  url: string
  release: () => void
}

const OGG = 'audio/ogg; codecs=opus'

/** What a player is given for a sound; an OGG that this browser does not play is put into another container here (MEDIA-10). @throws when it cannot be had */
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
