import { OGG, OggOutputFormat, WEBM } from 'mediabunny'
import { type CopiedSound, copySound } from './copy-sound.ts'

export const VOICE_TYPE = 'audio/ogg; codecs=opus'

/**
 * Repackages recorded Opus as a voice note: OGG with one channel (MEDIA-07). @throws if the recording cannot be read or has more channels
 */
export async function asVoice(recorded: Blob): Promise<CopiedSound> {
  const voice = await copySound(recorded, { from: [WEBM, OGG], codec: 'opus', into: new OggOutputFormat(), mimeType: VOICE_TYPE })
  if (voice.channels !== 1) throw new Error(`A voice note has one channel, this has ${voice.channels}`)
  return voice
}
