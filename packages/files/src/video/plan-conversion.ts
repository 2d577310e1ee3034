import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files/accepted-files'
import { formatMegabytes } from '@prosa/contract/rules/files/file-size'

/** Properties of a video: tracks, size in bytes and duration in seconds. */
export interface VideoProperties {
  readonly bytes: number
  readonly seconds: number
  /** Whether it is an MP4 with exactly one video track and at most one audio track. */
  readonly isPlainMp4: boolean
  readonly picture: {
    /** Whether WhatsApp accepts the video track as it is: it is H.264 that every phone plays. */
    readonly isCarried: boolean
    /** Size in pixels as displayed, after rotation. */
    readonly width: number
    readonly height: number
    readonly framesPerSecond: number
  }
  /** Null if it has no audio. */
  readonly sound: { readonly isAac: boolean; readonly bitrate: number } | null
}

/** Decoding and encoding that this browser supports. */
export interface CodecSupport {
  /** It can decode the video track and encode H.264. */
  readonly picture: boolean
  /** It can decode the audio track and encode AAC. */
  readonly sound: boolean
}

export interface VideoEncoding {
  readonly width: number
  readonly height: number
  readonly bitrate: number
  /** Set only if the frame rate is reduced. */
  readonly framesPerSecond?: number
}

export type ConversionPlan =
  /** The file is sent unchanged. */
  | 'as it is'
  | { readonly picture: 'copied' | VideoEncoding; readonly sound: 'copied' | 'none' | { readonly bitrate: number } }
  | { readonly refused: string }

const BITS_PER_BYTE = 8
/** Minimum video bitrate in bit/s; the quality below it is unacceptable (MEDIA-06). */
const MIN_VIDEO_BITRATE = 400_000
/** Maximum video bitrate in bit/s; a higher one is no visible improvement on a phone. */
const MAX_VIDEO_BITRATE = 4_000_000
/** Factor by which H.264 needs more bits than newer codecs for the same quality. */
const H264_BITRATE_FACTOR = 1.5
/** Share of the size limit to aim at, because encoders miss their target bitrate and the container adds bytes. */
export const TARGET_SIZE_SHARE = 0.93
const AUDIO_BITRATES = [128_000, 96_000] as const
const MAX_FRAME_RATE = 30
/** Maximum frame rate that is not reduced: phones record slightly more than 30, such as 30.02. */
const TOLERATED_FRAME_RATE = 32
/** Maximum length of the shorter side in pixels, by bitrate. */
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
 * Returns how to convert a video so that WhatsApp accepts it. Copies tracks where possible, and encodes the others with the bits that
 * remain of 16 MB. `aim`: share of the limit to aim at; lower after an attempt gave a result that is too large.
 */
export function planConversion(film: VideoProperties, can: CodecSupport, aim = TARGET_SIZE_SHARE): ConversionPlan {
  const { picture, sound, bytes } = film
  const mayCopySound = sound === null || sound.isAac
  if (!mayCopySound && !can.sound) return { refused: AUDIO_UNSUPPORTED_MESSAGE }
  if (!picture.isCarried) return planVideoEncoding(film, can, aim)
  // A copied track keeps its size.
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
 * Returns the encoding for a bitrate of at most `left`: no more bits than the original's quality needs, and no more pixels than the bits
 * suffice for.
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

/** Rounds to an even number of pixels, which encoders require. */
const roundToEven = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2)
