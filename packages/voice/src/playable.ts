import { OGG, WebMOutputFormat } from 'mediabunny'
import { copySound } from './copy-sound.ts'

const WEBM_TYPE = 'audio/webm; codecs=opus'

type Plays = (mimeType: string) => boolean

/** An OGG voice note in the other container of Opus that browsers play (MEDIA-10). @throws when this one does not, or this is no such sound */
export async function playable(voice: Blob, plays: Plays): Promise<Blob> {
  if (!plays(WEBM_TYPE)) throw new Error('This browser plays no Opus')
  return (await copySound(voice, { from: [OGG], codec: 'opus', into: new WebMOutputFormat(), mimeType: WEBM_TYPE })).blob
}
