import { type AudioFacts, durationOfSeconds, ImpossibleClaimError } from './audio-facts.ts'
import { type Box, boxesAt, boxesIn } from './mp4-boxes.ts'

/** A track of an MP4 file. Its durations are in units of 1/`timescale` seconds. */
interface Track {
  readonly timescale: number
  readonly duration: number
  /** Duration of a sample in a fragment that states none; 0 if the file has no default. */
  defaultDuration: number
  /** End time of the fragments read so far. */
  fragmentsEnd: number
}

/** Flag bits of a fragment header (`tfhd`) and a sample run (`trun`): which optional fields follow. */
const TFHD = { baseOffset: 0x1, description: 0x2, defaultDuration: 0x8 } as const
const TRUN = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, compositionOffset: 0x800 } as const

function first(boxes: Iterable<Box>): Box | null {
  for (const box of boxes) return box
  return null
}
const flagsOf = (bytes: Buffer, { start }: Box): number => bytes.readUIntBE(start + 1, 3)
const isVersion1 = (bytes: Buffer, { start }: Box): boolean => bytes.readUInt8(start) === 1

/** Reads a 64-bit number in a box of version 1, otherwise a 32-bit one. Returns 0 if all bits are set, which means 'unknown'. */
function readLong(bytes: Buffer, box: Box, at: number): number {
  if (isVersion1(bytes, box)) {
    const long = bytes.readBigUInt64BE(at)
    return long === 0xff_ff_ff_ff_ff_ff_ff_ffn ? 0 : Number(long)
  }
  const short = bytes.readUInt32BE(at)
  return short === 0xff_ff_ff_ff ? 0 : short
}

/** Reads timescale and duration of an `mvhd` or `mdhd` box, which have the same layout up to these fields. */
function readTimes(bytes: Buffer, box: Box): { timescale: number; duration: number } {
  const at = box.start + (isVersion1(bytes, box) ? 20 : 12)
  return { timescale: bytes.readUInt32BE(at), duration: readLong(bytes, box, at + 4) }
}

/** Verifies a number of samples. @throws ImpossibleClaimError if there are more samples than bytes in the file */
function checkSamples(bytes: Buffer, samples: number): void {
  if (samples > bytes.length) throw new ImpossibleClaimError('An MP4 names more samples than it has bytes')
}

/** Adds up the samples in a track's time-to-sample table (`stts`). @throws ImpossibleClaimError if there are more than bytes in the file */
function checkSampleTable(bytes: Buffer, track: Box): void {
  let samples = 0
  for (const { start, end } of boxesAt(bytes, track, ['mdia', 'minf', 'stbl', 'stts'])) {
    for (let at = start + 8; at + 8 <= end; at += 8) {
      samples += bytes.readUInt32BE(at)
      checkSamples(bytes, samples)
    }
  }
}

/** Reads the tracks of a `moov` box, keyed by track id. */
function readTracks(bytes: Buffer, movie: Box): Map<number, Track> {
  const tracks = new Map<number, Track>()
  for (const box of boxesAt(bytes, movie, ['trak'])) {
    checkSampleTable(bytes, box)
    const [head, times] = [first(boxesAt(bytes, box, ['tkhd'])), first(boxesAt(bytes, box, ['mdia', 'mdhd']))]
    if (!head || !times) continue
    const id = bytes.readUInt32BE(head.start + (isVersion1(bytes, head) ? 20 : 12))
    tracks.set(id, { ...readTimes(bytes, times), defaultDuration: 0, fragmentsEnd: 0 })
  }
  for (const { start } of boxesAt(bytes, movie, ['mvex', 'trex'])) {
    const track = tracks.get(bytes.readUInt32BE(start + 4))
    if (track) track.defaultDuration = bytes.readUInt32BE(start + 12)
  }
  return tracks
}

/** Adds up the sample durations of a `trun` box. */
function durationOfRun(bytes: Buffer, run: Box, defaultDuration: number): number {
  const flags = flagsOf(bytes, run)
  const samples = bytes.readUInt32BE(run.start + 4)
  checkSamples(bytes, samples)
  if (!(flags & TRUN.duration)) return samples * defaultDuration
  const fields = [TRUN.duration, TRUN.size, TRUN.flags, TRUN.compositionOffset].filter((field) => flags & field).length
  const ahead = [TRUN.dataOffset, TRUN.firstFlags].filter((field) => flags & field).length
  let duration = 0
  for (let at = run.start + 8 + 4 * ahead, n = 0; n < samples && at + 4 <= run.end; at += 4 * fields, n += 1)
    duration += bytes.readUInt32BE(at)
  return duration
}

/** Extends `fragmentsEnd` of the track that a track fragment (`traf`) belongs to. */
function readFragment(bytes: Buffer, fragment: Box, tracks: ReadonlyMap<number, Track>): void {
  const head = first(boxesAt(bytes, fragment, ['tfhd']))
  const track = head && tracks.get(bytes.readUInt32BE(head.start + 4))
  if (!head || !track) return
  const flags = flagsOf(bytes, head)
  const at = head.start + 8 + (flags & TFHD.baseOffset ? 8 : 0) + (flags & TFHD.description ? 4 : 0)
  const defaultDuration = flags & TFHD.defaultDuration ? bytes.readUInt32BE(at) : track.defaultDuration
  const time = first(boxesAt(bytes, fragment, ['tfdt']))
  let end = time ? readLong(bytes, time, time.start + 4) : track.fragmentsEnd
  for (const run of boxesAt(bytes, fragment, ['trun'])) end += durationOfRun(bytes, run, defaultDuration)
  track.fragmentsEnd = Math.max(track.fragmentsEnd, end)
}

const longest = (tracks: ReadonlyMap<number, Track>, lengthOf: (track: Track) => number): number =>
  Math.max(0, ...[...tracks.values()].map((track) => lengthOf(track) / track.timescale).filter(Number.isFinite))

/**
 * Reads the duration of an MP4 file from its movie header, otherwise from its longest track, otherwise from its fragments. Counts samples,
 * but does not decode them.
 * @throws ImpossibleClaimError if the file states more samples than it has bytes
 */
export function readMp4Facts(bytes: Buffer): AudioFacts {
  const whole = { start: 0, end: bytes.length }
  const movie = first(boxesAt(bytes, whole, ['moov']))
  const tracks = movie ? readTracks(bytes, movie) : new Map<number, Track>()
  for (const box of boxesIn(bytes, whole)) {
    if (box.type !== 'moof') continue
    for (const fragment of boxesAt(bytes, box, ['traf'])) readFragment(bytes, fragment, tracks)
  }
  const head = movie && first(boxesAt(bytes, movie, ['mvhd']))
  const { timescale, duration } = head ? readTimes(bytes, head) : { timescale: 0, duration: 0 }
  const seconds = [
    duration / timescale,
    longest(tracks, (track) => track.duration),
    longest(tracks, (track) => track.fragmentsEnd),
  ].find((length) => length > 0 && Number.isFinite(length))
  return { durationMs: durationOfSeconds(seconds ?? 0), channels: null }
}
