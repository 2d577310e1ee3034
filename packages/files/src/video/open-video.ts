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

/** Container formats that openVideo can read. */
const READABLE_FORMATS = [MP4, QTFF, MATROSKA, WEBM]
/** Number of packets from which the frame rate and the audio bitrate are calculated. */
const SAMPLED_PACKET_COUNT = 100
const BASELINE_PROFILE = 0x42
const MAIN_PROFILE = 0x4d
const HIGH_PROFILE = 0x64
/** Common audio configuration, with which detectCodecSupport tests whether the browser can encode AAC. */
const AAC_TEST_CONFIG = { numberOfChannels: 2, sampleRate: 48_000, quality: new Quality({ bitrate: 128_000 }) }

export interface OpenVideo {
  readonly input: Input
  readonly picture: InputVideoTrack
  readonly sound: InputAudioTrack | null
}

/** Opens a video file. Returns null if it has no video track. @throws Error if the container format cannot be read */
export async function openVideo(source: Blob): Promise<OpenVideo | null> {
  const input = new Input({ source: new BlobSource(source), formats: READABLE_FORMATS })
  const picture = await input.getPrimaryVideoTrack()
  return picture && { input, picture, sound: await input.getPrimaryAudioTrack() }
}

/** Reads the properties of a video on which its conversion depends. `bytes`: size of the file. */
export async function readVideoProperties({ input, picture, sound }: OpenVideo, bytes: number): Promise<VideoProperties> {
  const others = (await input.getTracks()).length - (sound ? 2 : 1)
  return {
    bytes,
    seconds: await input.computeDuration(),
    isPlainMp4: (await input.getFormat()) === MP4 && others === 0,
    picture: {
      isCarried: await isAcceptedByWhatsapp(picture),
      width: await picture.getDisplayWidth(),
      height: await picture.getDisplayHeight(),
      framesPerSecond: (await picture.computePacketStats(SAMPLED_PACKET_COUNT)).averagePacketRate,
    },
    sound: sound && {
      isAac: (await sound.getCodec()) === 'aac',
      bitrate: (await sound.computePacketStats(SAMPLED_PACKET_COUNT)).averageBitrate,
    },
  }
}

/** Returns whether this browser can convert the video and audio tracks of a file. */
export async function detectCodecSupport({ picture, sound }: OpenVideo): Promise<CodecSupport> {
  return {
    picture: (await picture.canDecode()) && (await canEncodeVideo('avc')),
    sound: sound !== null && (await sound.canDecode()) && (await canEncodeAudio('aac', AAC_TEST_CONFIG)),
  }
}

/**
 * Returns whether WhatsApp accepts a video track: H.264 with the profile Baseline or Main, or with the profile High if frames are stored in
 * display order.
 */
async function isAcceptedByWhatsapp(picture: InputVideoTrack): Promise<boolean> {
  if ((await picture.getCodec()) !== 'avc') return false
  const profile = Number.parseInt((await picture.getCodecParameterString())?.split('.')[1]?.slice(0, 2) ?? '', 16)
  if (profile === BASELINE_PROFILE || profile === MAIN_PROFILE) return true
  return profile === HIGH_PROFILE && !(await hasReorderedFrames(picture))
}

async function hasReorderedFrames(picture: InputVideoTrack): Promise<boolean> {
  let latest = Number.NEGATIVE_INFINITY
  for await (const { timestamp } of new EncodedPacketSink(picture).packets(undefined, undefined, { metadataOnly: true })) {
    if (timestamp < latest) return true
    latest = timestamp
  }
  return false
}
