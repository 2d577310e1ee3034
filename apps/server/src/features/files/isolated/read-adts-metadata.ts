import { type AudioMetadata, ImpossibleMetadataError, toDurationMs } from './audio-metadata.ts'

const HEADER_BYTES = 7
const SAMPLES_PER_FRAME = 1_024
const SAMPLE_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]
/** Number of audio channels for each channel configuration of the header. Configuration 0 does not state the number. */
const CHANNELS = [null, 1, 2, 3, 4, 5, 6, 8] as const

/** Whether an AAC frame with an ADTS header begins at `offset`. */
export const isAdtsFrame = (bytes: Buffer, offset: number): boolean =>
  bytes[offset] === 0xff && ((bytes[offset + 1] ?? 0) & 0xf6) === 0xf0

/**
 * Sums up the durations of the frames of an AAC file. Stops at the first invalid or incomplete frame.
 * @param start byte offset of the first frame
 * @throws ImpossibleMetadataError if a frame is shorter than its header, because the loop might then never end
 */
export function readAdtsMetadata(bytes: Buffer, start: number): AudioMetadata {
  let [seconds, channels]: [number, number | null] = [0, null]
  for (let offset = start; offset + HEADER_BYTES <= bytes.length && isAdtsFrame(bytes, offset); ) {
    const rate = SAMPLE_RATES[(bytes.readUInt8(offset + 2) >> 2) & 0xf]
    const length = (bytes.readUIntBE(offset + 3, 3) >> 5) & 0x1f_ff
    if (length < HEADER_BYTES) throw new ImpossibleMetadataError('An AAC frame is shorter than its header')
    if (rate === undefined || offset + length > bytes.length) break
    if (seconds === 0) channels = CHANNELS[(bytes.readUInt16BE(offset + 2) >> 6) & 0x7] ?? null
    seconds += (SAMPLES_PER_FRAME * ((bytes.readUInt8(offset + 6) & 0x3) + 1)) / rate
    offset += length
  }
  return { durationMs: toDurationMs(seconds), channels }
}
