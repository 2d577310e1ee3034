import { OGG, WebMOutputFormat } from 'mediabunny'
import { repackageAudio } from './repackage-audio.ts'

const WEBM_TYPE = 'audio/webm; codecs=opus'

type CanPlayType = (mimeType: string) => boolean

/**
 * Copies the Opus audio of an OGG voice note into a WebM file, for browsers that play Opus in WebM but not in OGG (MEDIA-10).
 * @param canPlay returns whether this browser plays a MIME type
 * @throws Error if this browser does not play WebM with Opus, or the voice note is not OGG with Opus
 */
export async function repackageAsWebm(voice: Blob, canPlay: CanPlayType): Promise<Blob> {
  if (!canPlay(WEBM_TYPE)) throw new Error('This browser plays no Opus')
  return (
    await repackageAudio(voice, { inputFormats: [OGG], codec: 'opus', outputFormat: new WebMOutputFormat(), mimeType: WEBM_TYPE })
  ).blob
}
