import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files/accepted-files'
import { formatMegabytes } from '@prosa/contract/rules/files/file-size'

/** Properties of a video on which its conversion depends: tracks, size in bytes and duration in seconds. */
export interface VideoProperties {
  readonly bytes: number
  readonly seconds: number
  /** Whether the file is an MP4 with exactly one video track and at most one audio track. */
  readonly isPlainMp4: boolean
  readonly picture: {
    /** Whether WhatsApp accepts the video track without conversion, because it is H.264 that every phone can play. */
    readonly isCarried: boolean
    /** Displayed size in pixels, after rotation. */
    readonly width: number
    readonly height: number
    readonly framesPerSecond: number
  }
  /** Audio track, with its bitrate in bit/s. Null if the video has none. */
  readonly sound: { readonly isAac: boolean; readonly bitrate: number } | null
}

/** Whether this browser can convert the video and the audio of a file. */
export interface CodecSupport {
  /** Whether the browser can decode the file's video track and encode H.264. */
  readonly picture: boolean
  /** Whether the browser can decode the file's audio track and encode AAC. */
  readonly sound: boolean
}

export interface VideoEncoding {
  readonly width: number
  readonly height: number
  readonly bitrate: number
  /** Frame rate of the result. Set only if it must be lower than that of the original. */
  readonly framesPerSecond?: number
}

export type ConversionPlan =
  /** The file is sent unchanged. */
  | 'as it is'
  | { readonly picture: 'copied' | VideoEncoding; readonly sound: 'copied' | 'none' | { readonly bitrate: number } }
  | { readonly refused: string }

const BITS_PER_BYTE = 8
/** Minimum video bitrate in bit/s. Below it, the quality is unacceptable (MEDIA-06). */
const MIN_VIDEO_BITRATE = 400_000
/** Maximum video bitrate in bit/s. A higher one brings no visible improvement on a phone. */
const MAX_VIDEO_BITRATE = 4_000_000
/** Factor by which H.264 needs more bits than newer codecs for the same quality. */
const H264_BITRATE_FACTOR = 1.5
/**
 * Share of the size limit that a conversion aims at. It is below 1, because encoders miss their target bitrate and the container adds
 * bytes.
 */
export const TARGET_SIZE_SHARE = 0.93
const AUDIO_BITRATES = [128_000, 96_000] as const
const MAX_FRAME_RATE = 30
/** Maximum frame rate that is not reduced to MAX_FRAME_RATE. It is above 30, because phones record slightly more, such as 30.02. */
const TOLERATED_FRAME_RATE = 32
/** Maximum length in pixels of the shorter side of a video, by minimum bitrate (`from`, in bit/s). */
const SHORTER_SIDE_BY_BITRATE = [
  { from: 2_500_000, pixels: 1_080 },
  { from: 1_000_000, pixels: 720 },
  { from: 0, pixels: 480 },
] as const

export const VIDEO_TOO_LARGE_MESSAGE = `Este vídeo não cabe em ${formatMegabytes(VIDEO_MAX_BYTES)} MB nem reduzido.`
const ALTERNATIVE_MESSAGE = 'Abra a Prosa no Chrome ou no Edge, ou envie um MP4 (H.264 e AAC) de até 16 MB.'
export const VIDEO_UNSUPPORTED_MESSAGE = `Este navegador não converte este vídeo. ${ALTERNATIVE_MESSAGE}`
export const AUDIO_UNSUPPORTED_MESSAGE = `Este navegador não converte o som deste vídeo. ${ALTERNATIVE_MESSAGE}`

/**
 * Plans the conversion of a video that WhatsApp must accept: copies tracks where possible, and encodes the others so that the file has at
 * most 16 MB. Returns in `refused` the error message if that is impossible. `aim`: share of the size limit to aim at, reduced after an
 * attempt whose result was too large.
 */
export function planConversion(film: VideoProperties, can: CodecSupport, aim = TARGET_SIZE_SHARE): ConversionPlan {
  const { picture, sound, bytes } = film
  const mayCopySound = sound === null || sound.isAac
  if (!mayCopySound && !can.sound) return { refused: AUDIO_UNSUPPORTED_MESSAGE }
  if (!picture.isCarried) return planVideoEncoding(film, can, aim)
  // Copying a track does not change its size.
  const room = (VIDEO_MAX_BYTES * aim) / TARGET_SIZE_SHARE
  if (mayCopySound && bytes <= room) return film.isPlainMp4 ? 'as it is' : { picture: 'copied', sound: sound ? 'copied' : 'none' }
  const [bitrate] = AUDIO_BITRATES
  if (!mayCopySound && bytes + (bitrate * film.seconds) / BITS_PER_BYTE <= room) return { picture: 'copied', sound: { bitrate } }
  return planVideoEncoding(film, can, aim)
}

function planVideoEncoding(film: VideoProperties, can: CodecSupport, aim: number): ConversionPlan {
  const { sound, seconds } = film
  const left = (soundBitrate: number) => (VIDEO_MAX_BYTES * aim * BITS_PER_BYTE) / seconds - soundBitrate
  const copied = !sound
    ? [{ as: 'none' as const, bitrate: 0 }]
    : sound.isAac
      ? [{ as: 'copied' as const, bitrate: sound.bitrate }]
      : []
  const made = sound && can.sound ? AUDIO_BITRATES.map((bitrate) => ({ as: { bitrate }, bitrate })) : []
  const fitting = [...copied, ...made].find(({ bitrate }) => left(bitrate) >= MIN_VIDEO_BITRATE)
  if (!fitting) return { refused: VIDEO_TOO_LARGE_MESSAGE }
  if (!can.picture) return { refused: VIDEO_UNSUPPORTED_MESSAGE }
  return { picture: chooseEncoding(film, left(fitting.bitrate)), sound: fitting.as }
}

/**
 * Returns the video encoding for a bitrate of at most `left` bit/s. The bitrate is no higher than the quality of the original needs, and
 * the size in pixels no larger than the bitrate suffices for.
 */
function chooseEncoding({ picture, bytes, seconds }: VideoProperties, left: number): VideoEncoding {
  const worth = ((bytes * BITS_PER_BYTE) / seconds) * H264_BITRATE_FACTOR
  const bitrate = Math.round(Math.min(left, MAX_VIDEO_BITRATE, Math.max(MIN_VIDEO_BITRATE, worth)))
  const shorter = SHORTER_SIDE_BY_BITRATE.find(({ from }) => bitrate >= from)?.pixels ?? 0
  const scale = Math.min(1, shorter / Math.min(picture.width, picture.height))
  return {
    width: roundToEven(picture.width * scale),
    height: roundToEven(picture.height * scale),
    bitrate,
    ...(picture.framesPerSecond > TOLERATED_FRAME_RATE ? { framesPerSecond: MAX_FRAME_RATE } : {}),
  }
}

/** Rounds a number of pixels to an even number of at least 2, because encoders require even sizes. */
const roundToEven = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2)
