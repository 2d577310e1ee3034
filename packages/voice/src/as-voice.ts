import { OGG, OggOutputFormat, WEBM } from 'mediabunny'
import { type CopiedSound, copySound } from './copy-sound.ts'

export const VOICE_TYPE = 'audio/ogg; codecs=opus'

/** Opus as browsers record it, as a voice note has to be: OGG, one channel (MEDIA-07). @throws when it cannot become one */
export async function asVoice(recorded: Blob): Promise<CopiedSound> {
  const voice = await copySound(recorded, { from: [WEBM, OGG], codec: 'opus', into: new OggOutputFormat(), mimeType: VOICE_TYPE })
  if (voice.channels !== 1) throw new Error(`A voice note has one channel, this has ${voice.channels}`)
  return voice
}
