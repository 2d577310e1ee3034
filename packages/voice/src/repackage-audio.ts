import {
  type AudioCodec,
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  type InputFormat,
  Output,
  type OutputFormat,
} from 'mediabunny'

export interface RepackagedAudio {
  blob: Blob
  durationMs: number
  channels: number
}

interface RepackageOptions {
  inputFormats: readonly InputFormat[]
  codec: AudioCodec
  outputFormat: OutputFormat
  mimeType: string
}

/**
 * Copies the audio packets of a file into another container without decoding them, which is fast and lossless. If the file is incomplete,
 * copies everything before the first unreadable part.
 * @throws Error if the file has no audio track of the expected codec
 */
export async function repackageAudio(source: Blob, options: RepackageOptions): Promise<RepackagedAudio> {
  const input = new Input({ source: new BlobSource(source), formats: [...options.inputFormats] })
  try {
    return await copyPackets(input, options)
  } finally {
    input.dispose()
  }
}

async function copyPackets(input: Input, { codec, outputFormat, mimeType }: RepackageOptions): Promise<RepackagedAudio> {
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig || (await track.getCodec()) !== codec) throw new Error(`There is no ${codec} in this sound`)
  const target = new BufferTarget()
  const output = new Output({ format: outputFormat, target })
  const packetSource = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(packetSource)
  await output.start()
  let firstTimestamp: number | null = null
  let end = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    // Shifts all timestamps so that the first packet starts at 0, because recorders count from their own creation.
    firstTimestamp ??= packet.timestamp
    const timestamp = packet.timestamp - firstTimestamp
    end = timestamp + packet.duration
    await packetSource.add(packet.clone({ timestamp }), { decoderConfig })
  }
  await output.finalize()
  if (!target.buffer || firstTimestamp === null) throw new Error('There is nothing in this sound')
  return {
    blob: new Blob([target.buffer], { type: mimeType }),
    durationMs: Math.round(end * 1_000),
    channels: decoderConfig.numberOfChannels,
  }
}
