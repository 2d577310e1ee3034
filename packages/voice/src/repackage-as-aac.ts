import { AdtsOutputFormat, MP4 } from 'mediabunny'
import { type RepackagedAudio, repackageAudio } from './repackage-audio.ts'

/**
 * Repackages a recorded MP4 with AAC as an AAC audio file, which phones play. Used in browsers that cannot record Opus (MEDIA-09). @throws
 * Error if the recording cannot be read
 */
export const repackageAsAac = (recorded: Blob): Promise<RepackagedAudio> =>
  repackageAudio(recorded, { inputFormats: [MP4], codec: 'aac', outputFormat: new AdtsOutputFormat(), mimeType: 'audio/aac' })
