import { OGG, OggOutputFormat, WEBM } from 'mediabunny'
import { type RepackagedAudio, repackageAudio } from './repackage-audio.ts'

export const VOICE_NOTE_MIME_TYPE = 'audio/ogg; codecs=opus'

/**
 * Copies a recorded Opus track into an OGG file with one channel, the format of voice notes (MEDIA-07).
 * @throws Error if the recording cannot be read or has more than one channel
 */
export async function repackageAsVoiceNote(recorded: Blob): Promise<RepackagedAudio> {
  const voice = await repackageAudio(recorded, {
    inputFormats: [WEBM, OGG],
    codec: 'opus',
    outputFormat: new OggOutputFormat(),
    mimeType: VOICE_NOTE_MIME_TYPE,
  })
  if (voice.channels !== 1) throw new Error(`A voice note has one channel, this has ${voice.channels}`)
  return voice
}
