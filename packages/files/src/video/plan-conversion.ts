import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files/accepted-files'
import { formatMegabytes } from '@prosa/contract/rules/files/file-size'

/** Properties of a video on which its conversion depends: tracks, size in bytes and duration in seconds. */
export interface VideoProperties {
  readonly bytes: number
  readonly seconds: number
  /** Whether the file is an MP4 with exactly one video track and at most one audio track. */
  readonly isPlainMp4: boolean
  readonly video: {
    /** Whether WhatsApp accepts the video track without conversion, because it is H.264 that every phone can play. */
    readonly isAccepted: boolean
    /** Displayed size in pixels, after rotation. */
    readonly width: number
    readonly height: number
    readonly framesPerSecond: number
  }
  /** Audio track, with its bitrate in bit/s. Null if the video has none. */
  readonly audio: { readonly isAac: boolean; readonly bitrate: number } | null
}

/** Whether this browser can convert the video and the audio of a file. */
export interface CodecSupport {
  /** Whether the browser can decode the file's video track and encode H.264. */
  readonly video: boolean
  /** Whether the browser can decode the file's audio track and encode AAC. */
  readonly audio: boolean
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
  | { readonly video: 'copied' | VideoEncoding; readonly audio: 'copied' | 'none' | { readonly bitrate: number } }
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
  { minBitrate: 2_500_000, pixels: 1_080 },
  { minBitrate: 1_000_000, pixels: 720 },
  { minBitrate: 0, pixels: 480 },
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
export function planConversion(
  properties: VideoProperties,
  support: CodecSupport,
  targetShare = TARGET_SIZE_SHARE,
): ConversionPlan {
  const { video, audio, bytes } = properties
  const canCopyAudio = audio === null || audio.isAac
  if (!canCopyAudio && !support.audio) return { refused: AUDIO_UNSUPPORTED_MESSAGE }
  if (!video.isAccepted) return planVideoEncoding(properties, support, targetShare)
  // Copying a track does not change its size.
  const maxSourceBytes = (VIDEO_MAX_BYTES * targetShare) / TARGET_SIZE_SHARE
  if (canCopyAudio && bytes <= maxSourceBytes)
    return properties.isPlainMp4 ? 'as it is' : { video: 'copied', audio: audio ? 'copied' : 'none' }
  const [bitrate] = AUDIO_BITRATES
  if (!canCopyAudio && bytes + (bitrate * properties.seconds) / BITS_PER_BYTE <= maxSourceBytes)
    return { video: 'copied', audio: { bitrate } }
  return planVideoEncoding(properties, support, targetShare)
}

function planVideoEncoding(properties: VideoProperties, support: CodecSupport, targetShare: number): ConversionPlan {
  const { audio, seconds } = properties
  const getVideoBitrate = (audioBitrate: number) => (VIDEO_MAX_BYTES * targetShare * BITS_PER_BYTE) / seconds - audioBitrate
  const copiedAudio = !audio
    ? [{ audioPlan: 'none' as const, bitrate: 0 }]
    : audio.isAac
      ? [{ audioPlan: 'copied' as const, bitrate: audio.bitrate }]
      : []
  const reencodedAudio = audio && support.audio ? AUDIO_BITRATES.map((bitrate) => ({ audioPlan: { bitrate }, bitrate })) : []
  const fitting = [...copiedAudio, ...reencodedAudio].find(({ bitrate }) => getVideoBitrate(bitrate) >= MIN_VIDEO_BITRATE)
  if (!fitting) return { refused: VIDEO_TOO_LARGE_MESSAGE }
  if (!support.video) return { refused: VIDEO_UNSUPPORTED_MESSAGE }
  return { video: chooseEncoding(properties, getVideoBitrate(fitting.bitrate)), audio: fitting.audioPlan }
}

/**
 * Returns the video encoding for a bitrate of at most `left` bit/s. The bitrate is no higher than the quality of the original needs, and
 * the size in pixels no larger than the bitrate suffices for.
 */
function chooseEncoding({ video, bytes, seconds }: VideoProperties, maxBitrate: number): VideoEncoding {
  const sourceEquivalentBitrate = ((bytes * BITS_PER_BYTE) / seconds) * H264_BITRATE_FACTOR
  const bitrate = Math.round(Math.min(maxBitrate, MAX_VIDEO_BITRATE, Math.max(MIN_VIDEO_BITRATE, sourceEquivalentBitrate)))
  const shorterSide = SHORTER_SIDE_BY_BITRATE.find(({ minBitrate }) => bitrate >= minBitrate)?.pixels ?? 0
  const scale = Math.min(1, shorterSide / Math.min(video.width, video.height))
  return {
    width: roundToEven(video.width * scale),
    height: roundToEven(video.height * scale),
    bitrate,
    ...(video.framesPerSecond > TOLERATED_FRAME_RATE ? { framesPerSecond: MAX_FRAME_RATE } : {}),
  }
}

/** Rounds a number of pixels to an even number of at least 2, because encoders require even sizes. */
const roundToEven = (pixels: number): number => Math.max(2, Math.round(pixels / 2) * 2)
