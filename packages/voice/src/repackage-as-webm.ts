import { OGG, WebMOutputFormat } from 'mediabunny'
import { repackageAudio } from './repackage-audio.ts'

const WEBM_TYPE = 'audio/webm; codecs=opus'

type CanPlayType = (mimeType: string) => boolean

/**
 * Repackages an OGG voice note as WebM, for browsers that play Opus audio in WebM but not in OGG (MEDIA-10). `plays`: whether this browser
 * plays a MIME type. @throws Error if this browser does not play Opus in WebM, or the voice note is not OGG with Opus
 */
export async function repackageAsWebm(voice: Blob, canPlay: CanPlayType): Promise<Blob> {
  if (!canPlay(WEBM_TYPE)) throw new Error('This browser plays no Opus')
  return (
    await repackageAudio(voice, { inputFormats: [OGG], codec: 'opus', outputFormat: new WebMOutputFormat(), mimeType: WEBM_TYPE })
  ).blob
}
