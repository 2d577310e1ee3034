import { OGG, WebMOutputFormat } from 'mediabunny'
import { repackageAudio } from './repackage-audio.ts'

const WEBM_TYPE = 'audio/webm; codecs=opus'

type CanPlayType = (mimeType: string) => boolean

/**
 * Repackages an OGG voice note as WebM, the other container of Opus that browsers play (MEDIA-10). @throws if this browser does not play
 * it, or it is not an OGG with Opus
 */
export async function repackageAsWebm(voice: Blob, plays: CanPlayType): Promise<Blob> {
  if (!plays(WEBM_TYPE)) throw new Error('This browser plays no Opus')
  return (await repackageAudio(voice, { from: [OGG], codec: 'opus', into: new WebMOutputFormat(), mimeType: WEBM_TYPE })).blob
}
