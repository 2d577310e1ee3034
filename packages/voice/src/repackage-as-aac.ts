import { AdtsOutputFormat, MP4 } from 'mediabunny'
import { type RepackagedAudio, repackageAudio } from './repackage-audio.ts'

/**
 * Repackages AAC from a browser that cannot record Opus as an audio file that phones play (MEDIA-09). @throws if the recording cannot be
 * read
 */
export const repackageAsAac = (recorded: Blob): Promise<RepackagedAudio> =>
  repackageAudio(recorded, { from: [MP4], codec: 'aac', into: new AdtsOutputFormat(), mimeType: 'audio/aac' })
