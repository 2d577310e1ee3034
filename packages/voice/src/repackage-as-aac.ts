import { AdtsOutputFormat, MP4 } from 'mediabunny'
import { type RepackagedAudio, repackageAudio } from './repackage-audio.ts'

/**
 * Converts a recorded MP4 file to an AAC file that phones can play. Used in browsers that cannot record Opus (MEDIA-09).
 * @throws Error if the recording cannot be read
 */
export const repackageAsAac = (recorded: Blob): Promise<RepackagedAudio> =>
  repackageAudio(recorded, { inputFormats: [MP4], codec: 'aac', outputFormat: new AdtsOutputFormat(), mimeType: 'audio/aac' })
