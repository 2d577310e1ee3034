import { AdtsOutputFormat, MP4 } from 'mediabunny'
import { type CopiedSound, copySound } from './copy-sound.ts'

/** AAC as browsers without Opus record it, as a file of sound that phones play (MEDIA-09). @throws when it cannot become one */
export const asPlainAudio = (recorded: Blob): Promise<CopiedSound> =>
  copySound(recorded, { from: [MP4], codec: 'aac', into: new AdtsOutputFormat(), mimeType: 'audio/aac' })
