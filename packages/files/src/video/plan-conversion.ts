import { VIDEO_MAX_BYTES } from '@prosa/contract/rules/files/accepted-files'
import { formatMegabytes } from '@prosa/contract/rules/files/file-size'

/** Properties of a video that determine how it is converted. */
export interface VideoProperties {
  readonly bytes: number
  readonly seconds: number
  /** Whether the file is an MP4 with exactly one video track and at most one audio track. */
  readonly isPlainMp4: boolean
  readonly video: {
    /** Whether WhatsApp accepts the video track unchanged. */
    readonly isAccepted: boolean
    /** Displayed size in pixels, after rotation. */
    readonly width: number
    readonly height: number
    readonly framesPerSecond: number
  }
  /** Audio track, with its bitrate in bit/s. Null if the video has no audio. */
  readonly audio: { readonly isAac: boolean; readonly bitrate: number } | null
}

/** Tracks of a video file that this browser can convert. */
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
  /** Frame rate of the converted video. Set only if the original frame rate must be reduced. */
  readonly framesPerSecond?: number
}

export type ConversionPlan =
  /** The file is sent unchanged. */
  | 'as it is'
  | { readonly video: 'copied' | VideoEncoding; readonly audio: 'copied' | 'none' | { readonly bitrate: number } }
  | { readonly refused: string }

const BITS_PER_BYTE = 8
/** Minimum video bitrate in bit/s. Below it, the quality would be unacceptable (MEDIA-06). */
const MIN_VIDEO_BITRATE = 400_000
/** Maximum video bitrate in bit/s. A higher one brings no visible improvement on a phone. */
const MAX_VIDEO_BITRATE = 4_000_000
/** Factor by which H.264 needs a higher bitrate than newer codecs for the same quality. */
const H264_BITRATE_FACTOR = 1.5
/** Share of the size limit that a conversion aims for. Below 1, because encoders miss their target bitrate and the container adds bytes. */
export const TARGET_SIZE_SHARE = 0.93
const AUDIO_BITRATES = [128_000, 96_000] as const
const MAX_FRAME_RATE = 30
/** Highest frame rate that is sent unchanged. Slightly above 30, because phones record at rates such as 30.02. */
const TOLERATED_FRAME_RATE = 32
/** Maximum length in pixels of the shorter side, by the minimum bitrate (in bit/s) that this length needs. */
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
 * Plans how to convert a video to an MP4 of at most 16 MB that WhatsApp accepts. Copies tracks where possible and encodes the others.
 * Returns an error message as `refused` if that is impossible.
 * @param targetShare share of the size limit to aim for; lower after an attempt whose result was too large
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
 * Chooses bitrate, frame rate and size in pixels for encoding a video. The bitrate is at most `maxBitrate` (in bit/s), and no higher than
 * the quality of the original needs.
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
