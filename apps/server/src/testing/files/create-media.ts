import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  type IsobmffOutputFormatOptions,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'

/** Sequence and picture parameters of H.264, baseline profile, 128 × 96 pixels. */
const AVC_CONFIG = Buffer.from('0142000affe100086742000ada08364001000468ce3880', 'hex')
const VIDEO_FRAME_S = 0.04
const AUDIO_FRAME_S = 0.02

/** Creates an MP4 whose packets need not be decodable, with the layout that phones and browsers use. */
export async function createMp4(
  options: IsobmffOutputFormatOptions,
  { seconds = 1, hasVideo = true }: { seconds?: number; hasVideo?: boolean } = {},
): Promise<Buffer> {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat(options), target })
  const pictures = new EncodedVideoPacketSource('avc')
  const sounds = new EncodedAudioPacketSource('aac')
  if (hasVideo) output.addVideoTrack(pictures)
  output.addAudioTrack(sounds)
  await output.start()
  const video = { codec: 'avc1.42000a', codedWidth: 128, codedHeight: 96, description: AVC_CONFIG }
  const pictureCount = hasVideo ? Math.round(seconds / VIDEO_FRAME_S) : 0
  for (let frame = 0; frame < pictureCount; frame += 1) {
    const unit = Buffer.concat([Buffer.from([0, 0, 0, 24, frame === 0 ? 0x65 : 0x41]), Buffer.alloc(23, frame + 1)])
    const packet = new EncodedPacket(unit, frame === 0 ? 'key' : 'delta', frame * VIDEO_FRAME_S, VIDEO_FRAME_S)
    await pictures.add(packet, { decoderConfig: video })
  }
  const sound = { codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 1, description: Uint8Array.of(0x11, 0x88) }
  for (let frame = 0; frame < Math.round(seconds / AUDIO_FRAME_S); frame += 1) {
    const packet = new EncodedPacket(Uint8Array.of(1, 0x18, 0x20, 7), 'key', frame * AUDIO_FRAME_S, AUDIO_FRAME_S)
    await sounds.add(packet, { decoderConfig: sound })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer())
}

/** The same MP4 under another major brand, such as '3gp4' or 'M4A '. */
export function setMp4Brand(mp4: Buffer, brand: string): Buffer {
  const renamed = Buffer.from(mp4)
  renamed.write(brand, 8, 'latin1')
  return renamed
}

const ADTS_FRAME = Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x04, 0x1f, 0xfc]), Buffer.alloc(25, 0x21)])
/** AAC of so many frames of 1,024 samples, at 44.1 kHz and of two channels. */
export const createAac = (frames: number): Buffer => Buffer.concat(Array.from({ length: frames }, () => ADTS_FRAME))

const MP3_FRAME_BYTES = 417
const createMp3Frame = (content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xfb, 0x90, 0]),
    Buffer.alloc(32),
    content,
    Buffer.alloc(MP3_FRAME_BYTES - 36 - content.length),
  ])

/** MP3 of so many frames of 1,152 samples, at 128 kbit/s and 44.1 kHz. `hasIndex`: a first frame tells how many there are. */
export function createMp3(frames: number, hasIndex: boolean): Buffer {
  const index = Buffer.from('Xing\0\0\0\x01\0\0\0\0', 'latin1')
  index.writeUInt32BE(frames, 8)
  const sounds = Array.from({ length: frames }, () => createMp3Frame(Buffer.alloc(0)))
  return Buffer.concat([...(hasIndex ? [createMp3Frame(index)] : []), ...sounds])
}

/** AMR of so many frames of 20 ms. */
export const createAmr = (frames: number): Buffer =>
  Buffer.concat([
    Buffer.from('#!AMR\n'),
    ...Array.from({ length: frames }, () => Buffer.concat([Buffer.from([0x04]), Buffer.alloc(12, 7)])),
  ])
