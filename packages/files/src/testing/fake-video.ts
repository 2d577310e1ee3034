import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  type OutputFormat,
} from 'mediabunny'

const VIDEO_FRAME_SECONDS = 0.04
const AUDIO_FRAME_SECONDS = 0.02

const BASELINE_PROFILE = 0x42
/** Bits that an H.264 sequence parameter set contains only for higher profiles: 4:2:0 chroma, 8 bits, no scaling matrix. */
const HIGH_PROFILE_BITS = '0101100'
/** Returns the bits of an H.264 sequence parameter set for a video of 8 × 6 macroblocks (16 × 16 pixels each), without interlacing. */
const buildSequenceParameterBits = (profile: number) =>
  ['1', profile === BASELINE_PROFILE ? '' : HIGH_PROFILE_BITS, '1', '011', '010', '0', '0001000', '00110', '11001'].join('')

/** Returns the decoder configuration record of an H.264 track: one sequence parameter set and one picture parameter set. */
const buildAvcConfig = (profile: number): Uint8Array => {
  const bits = buildSequenceParameterBits(profile).match(/.{1,8}/g) ?? []
  const sequenceParameters = [0x67, profile, 0, 0x0a, ...bits.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))]
  const pictureParameters = [0x68, 0xce, 0x38, 0x80]
  return Uint8Array.of(
    1,
    profile,
    0,
    0x0a,
    0xff,
    0xe1,
    0,
    sequenceParameters.length,
    ...sequenceParameters,
    1,
    0,
    pictureParameters.length,
    ...pictureParameters,
  )
}

/**
 * Returns the bytes of an H.264 frame that no decoder can decode. Frames with different `frameIndex` have different bytes.
 * @param size number of additional bytes
 */
const buildAvcFrame = (isKey: boolean, frameIndex: number, size: number): Uint8Array => {
  const unit = new Uint8Array(4 + 4 + size).fill((frameIndex % 250) + 1)
  new DataView(unit.buffer).setUint32(0, 4 + size)
  unit.set([isKey ? 0x65 : 0x41, 0x88, 0x84, 0x21], 4)
  return unit
}

const AUDIO_CODECS: Readonly<Record<'aac' | 'opus', { codec: string; frame: Uint8Array; description: Uint8Array }>> = {
  aac: { codec: 'mp4a.40.2', frame: Uint8Array.of(0x01, 0x18, 0x20, 0x07), description: Uint8Array.of(0x11, 0x88) },
  opus: {
    codec: 'opus',
    frame: Uint8Array.of(0xf8, 0xff, 0xfe),
    description: Uint8Array.of(...new TextEncoder().encode('OpusHead'), 1, 1, 0x38, 0x01, 0x80, 0xbb, 0, 0, 0, 0, 0),
  },
}

export interface FakeVideoOptions {
  format: OutputFormat
  seconds?: number
  /** H.264 profile: the first of the three bytes in the codec string. */
  profile?: number
  /** Whether the frames are stored in a different order than they are displayed. */
  isOutOfOrder?: boolean
  audioCodec?: 'aac' | 'opus'
  frameBytes?: number
  tags?: { comment: string }
}

/** Creates a video file whose frames cannot be decoded. This suffices for tests that copy packets or read metadata. */
export async function createFakeVideo(options: FakeVideoOptions): Promise<File> {
  const { format, seconds = 2, profile = BASELINE_PROFILE, isOutOfOrder = false, audioCodec, frameBytes = 40, tags } = options
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const videoSource = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(videoSource)
  const audioSource = audioCodec && new EncodedAudioPacketSource(audioCodec)
  if (audioSource) output.addAudioTrack(audioSource)
  if (tags) output.setMetadataTags(tags)
  await output.start()
  const decoderConfig = {
    codec: `avc1.${profile.toString(16)}000a`,
    codedWidth: 128,
    codedHeight: 96,
    description: buildAvcConfig(profile),
  }
  for (let frame = 0; frame < Math.round(seconds / VIDEO_FRAME_SECONDS); frame++) {
    const isKey = frame === 0
    // Swaps every two consecutive frames, except the first frame, which is a key frame.
    const displayIndex = isOutOfOrder && !isKey ? frame + (frame % 2 === 1 ? 1 : -1) : frame
    const packet = new EncodedPacket(
      buildAvcFrame(isKey, frame, frameBytes),
      isKey ? 'key' : 'delta',
      displayIndex * VIDEO_FRAME_SECONDS,
      VIDEO_FRAME_SECONDS,
    )
    await videoSource.add(packet, { decoderConfig })
  }
  if (audioSource && audioCodec) {
    const { codec, frame, description } = AUDIO_CODECS[audioCodec]
    const config = { codec, sampleRate: 48_000, numberOfChannels: 1, description }
    for (let frameIndex = 0; frameIndex < Math.round(seconds / AUDIO_FRAME_SECONDS); frameIndex++)
      await audioSource.add(new EncodedPacket(frame, 'key', frameIndex * AUDIO_FRAME_SECONDS, AUDIO_FRAME_SECONDS), {
        decoderConfig: config,
      })
  }
  await output.finalize()
  return new File([target.buffer ?? new ArrayBuffer()], `filme${format.fileExtension}`, { type: format.mimeType })
}
