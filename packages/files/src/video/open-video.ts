import {
  BlobSource,
  canEncodeAudio,
  canEncodeVideo,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  QTFF,
  Quality,
  WEBM,
} from 'mediabunny'
import type { CodecSupport, VideoProperties } from './plan-conversion.ts'

const READABLE_FORMATS = [MP4, QTFF, MATROSKA, WEBM]
/** Number of packets that are read to calculate the frame rate and the audio bitrate. */
const SAMPLED_PACKET_COUNT = 100
const BASELINE_PROFILE = 0x42
const MAIN_PROFILE = 0x4d
const HIGH_PROFILE = 0x64
/** Typical audio settings, used to test whether the browser can encode AAC. */
const AAC_TEST_CONFIG = { numberOfChannels: 2, sampleRate: 48_000, quality: new Quality({ bitrate: 128_000 }) }

export interface OpenVideo {
  readonly input: Input
  readonly videoTrack: InputVideoTrack
  readonly audioTrack: InputAudioTrack | null
}

/**
 * Opens a video file. Returns null if it has no video track.
 * @throws Error if the container format cannot be read
 */
export async function openVideo(source: Blob): Promise<OpenVideo | null> {
  const input = new Input({ source: new BlobSource(source), formats: READABLE_FORMATS })
  const videoTrack = await input.getPrimaryVideoTrack()
  return videoTrack && { input, videoTrack, audioTrack: await input.getPrimaryAudioTrack() }
}

/**
 * Reads the properties of a video that determine how it is converted.
 * @param bytes size of the file
 */
export async function readVideoProperties({ input, videoTrack, audioTrack }: OpenVideo, bytes: number): Promise<VideoProperties> {
  const otherTrackCount = (await input.getTracks()).length - (audioTrack ? 2 : 1)
  return {
    bytes,
    seconds: await input.computeDuration(),
    isPlainMp4: (await input.getFormat()) === MP4 && otherTrackCount === 0,
    video: {
      isAccepted: await isAcceptedByWhatsapp(videoTrack),
      width: await videoTrack.getDisplayWidth(),
      height: await videoTrack.getDisplayHeight(),
      framesPerSecond: (await videoTrack.computePacketStats(SAMPLED_PACKET_COUNT)).averagePacketRate,
    },
    audio: audioTrack && {
      isAac: (await audioTrack.getCodec()) === 'aac',
      bitrate: (await audioTrack.computePacketStats(SAMPLED_PACKET_COUNT)).averageBitrate,
    },
  }
}

/** Checks which tracks of a video file this browser can convert: video, audio, or both. */
export async function detectCodecSupport({ videoTrack, audioTrack }: OpenVideo): Promise<CodecSupport> {
  return {
    video: (await videoTrack.canDecode()) && (await canEncodeVideo('avc')),
    audio: audioTrack !== null && (await audioTrack.canDecode()) && (await canEncodeAudio('aac', AAC_TEST_CONFIG)),
  }
}

/**
 * Returns whether WhatsApp accepts a video track: H.264 in the Baseline or Main profile. The High profile is accepted only if the frames
 * are stored in display order.
 */
async function isAcceptedByWhatsapp(videoTrack: InputVideoTrack): Promise<boolean> {
  if ((await videoTrack.getCodec()) !== 'avc') return false
  const profile = Number.parseInt((await videoTrack.getCodecParameterString())?.split('.')[1]?.slice(0, 2) ?? '', 16)
  if (profile === BASELINE_PROFILE || profile === MAIN_PROFILE) return true
  return profile === HIGH_PROFILE && !(await hasReorderedFrames(videoTrack))
}

async function hasReorderedFrames(videoTrack: InputVideoTrack): Promise<boolean> {
  let latest = Number.NEGATIVE_INFINITY
  for await (const { timestamp } of new EncodedPacketSink(videoTrack).packets(undefined, undefined, { metadataOnly: true })) {
    if (timestamp < latest) return true
    latest = timestamp
  }
  return false
}
