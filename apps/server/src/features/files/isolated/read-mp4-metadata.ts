import { type AudioMetadata, ImpossibleMetadataError, toDurationMs } from './audio-metadata.ts'
import { iterateBoxes, iterateBoxesAtPath, type Mp4Box } from './mp4-boxes.ts'

/** Track of an MP4 file. All times are in units of 1/`timescale` seconds. */
interface Track {
  readonly timescale: number
  readonly duration: number
  /** Duration of a sample if its fragment states none; 0 if the file has no default. */
  defaultDuration: number
  /** End of the last fragment that has been read. */
  fragmentsEnd: number
}

/** Flag bits of a fragment header (`tfhd`) and of a sample run (`trun`). They state which optional fields are present. */
const TFHD = { baseOffset: 0x1, description: 0x2, defaultDuration: 0x8 } as const
const TRUN = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, compositionOffset: 0x800 } as const

function getFirstBox(boxes: Iterable<Mp4Box>): Mp4Box | null {
  for (const box of boxes) return box
  return null
}
const readFlags = (bytes: Buffer, { start }: Mp4Box): number => bytes.readUIntBE(start + 1, 3)
const isVersion1 = (bytes: Buffer, { start }: Mp4Box): boolean => bytes.readUInt8(start) === 1

/**
 * Reads an unsigned integer: 64 bits in a box of version 1, otherwise 32 bits. Returns 0 if all bits are set, because that means 'unknown'.
 */
function readVersionedNumber(bytes: Buffer, box: Mp4Box, offset: number): number {
  if (isVersion1(bytes, box)) {
    const long = bytes.readBigUInt64BE(offset)
    return long === 0xff_ff_ff_ff_ff_ff_ff_ffn ? 0 : Number(long)
  }
  const short = bytes.readUInt32BE(offset)
  return short === 0xff_ff_ff_ff ? 0 : short
}

/** Reads timescale and duration of an `mvhd` or `mdhd` box, which have the same layout up to these fields. */
function readTimes(bytes: Buffer, box: Mp4Box): { timescale: number; duration: number } {
  const offset = box.start + (isVersion1(bytes, box) ? 20 : 12)
  return { timescale: bytes.readUInt32BE(offset), duration: readVersionedNumber(bytes, box, offset + 4) }
}

/** Checks a stated number of samples. @throws ImpossibleMetadataError if there are more samples than bytes in the file */
function validateSampleCount(bytes: Buffer, samples: number): void {
  if (samples > bytes.length) throw new ImpossibleMetadataError('An MP4 names more samples than it has bytes')
}

/**
 * Checks the number of samples in the time-to-sample table (`stts`) of a track.
 * @throws ImpossibleMetadataError if there are more samples than bytes in the file
 */
function validateSampleTable(bytes: Buffer, track: Mp4Box): void {
  let samples = 0
  for (const { start, end } of iterateBoxesAtPath(bytes, track, ['mdia', 'minf', 'stbl', 'stts'])) {
    for (let offset = start + 8; offset + 8 <= end; offset += 8) {
      samples += bytes.readUInt32BE(offset)
      validateSampleCount(bytes, samples)
    }
  }
}

/** Reads the tracks of a `moov` box, keyed by track id. */
function readTracks(bytes: Buffer, movie: Mp4Box): Map<number, Track> {
  const tracks = new Map<number, Track>()
  for (const box of iterateBoxesAtPath(bytes, movie, ['trak'])) {
    validateSampleTable(bytes, box)
    const [head, times] = [
      getFirstBox(iterateBoxesAtPath(bytes, box, ['tkhd'])),
      getFirstBox(iterateBoxesAtPath(bytes, box, ['mdia', 'mdhd'])),
    ]
    if (!head || !times) continue
    const id = bytes.readUInt32BE(head.start + (isVersion1(bytes, head) ? 20 : 12))
    tracks.set(id, { ...readTimes(bytes, times), defaultDuration: 0, fragmentsEnd: 0 })
  }
  for (const { start } of iterateBoxesAtPath(bytes, movie, ['mvex', 'trex'])) {
    const track = tracks.get(bytes.readUInt32BE(start + 4))
    if (track) track.defaultDuration = bytes.readUInt32BE(start + 12)
  }
  return tracks
}

/** Returns the sum of the sample durations in a sample run (`trun` box). */
function sumRunDuration(bytes: Buffer, run: Mp4Box, defaultDuration: number): number {
  const flags = readFlags(bytes, run)
  const samples = bytes.readUInt32BE(run.start + 4)
  validateSampleCount(bytes, samples)
  if (!(flags & TRUN.duration)) return samples * defaultDuration
  const fields = [TRUN.duration, TRUN.size, TRUN.flags, TRUN.compositionOffset].filter((field) => flags & field).length
  const optionalHeaderFields = [TRUN.dataOffset, TRUN.firstFlags].filter((field) => flags & field).length
  let duration = 0
  for (
    let offset = run.start + 8 + 4 * optionalHeaderFields, index = 0;
    index < samples && offset + 4 <= run.end;
    offset += 4 * fields, index += 1
  )
    duration += bytes.readUInt32BE(offset)
  return duration
}

/** Reads a track fragment (`traf` box) and updates `fragmentsEnd` of its track. */
function readFragment(bytes: Buffer, fragment: Mp4Box, tracks: ReadonlyMap<number, Track>): void {
  const head = getFirstBox(iterateBoxesAtPath(bytes, fragment, ['tfhd']))
  const track = head && tracks.get(bytes.readUInt32BE(head.start + 4))
  if (!head || !track) return
  const flags = readFlags(bytes, head)
  const offset = head.start + 8 + (flags & TFHD.baseOffset ? 8 : 0) + (flags & TFHD.description ? 4 : 0)
  const defaultDuration = flags & TFHD.defaultDuration ? bytes.readUInt32BE(offset) : track.defaultDuration
  const time = getFirstBox(iterateBoxesAtPath(bytes, fragment, ['tfdt']))
  let end = time ? readVersionedNumber(bytes, time, time.start + 4) : track.fragmentsEnd
  for (const run of iterateBoxesAtPath(bytes, fragment, ['trun'])) end += sumRunDuration(bytes, run, defaultDuration)
  track.fragmentsEnd = Math.max(track.fragmentsEnd, end)
}

const getLongestDuration = (tracks: ReadonlyMap<number, Track>, getLength: (track: Track) => number): number =>
  Math.max(0, ...[...tracks.values()].map((track) => getLength(track) / track.timescale).filter(Number.isFinite))

/**
 * Reads the duration of an MP4 file from its movie header, else from its longest track, else from its fragments.
 * @throws ImpossibleMetadataError if the file states more samples than it has bytes
 */
export function readMp4Metadata(bytes: Buffer): AudioMetadata {
  const fileRange = { start: 0, end: bytes.length }
  const movie = getFirstBox(iterateBoxesAtPath(bytes, fileRange, ['moov']))
  const tracks = movie ? readTracks(bytes, movie) : new Map<number, Track>()
  for (const box of iterateBoxes(bytes, fileRange)) {
    if (box.type !== 'moof') continue
    for (const fragment of iterateBoxesAtPath(bytes, box, ['traf'])) readFragment(bytes, fragment, tracks)
  }
  const head = movie && getFirstBox(iterateBoxesAtPath(bytes, movie, ['mvhd']))
  const { timescale, duration } = head ? readTimes(bytes, head) : { timescale: 0, duration: 0 }
  const seconds = [
    duration / timescale,
    getLongestDuration(tracks, (track) => track.duration),
    getLongestDuration(tracks, (track) => track.fragmentsEnd),
  ].find((length) => length > 0 && Number.isFinite(length))
  return { durationMs: toDurationMs(seconds ?? 0), channels: null }
}
