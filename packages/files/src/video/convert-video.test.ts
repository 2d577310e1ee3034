import { fileTypeFromBlob } from 'file-type'
import { ALL_FORMATS, BlobSource, EncodedPacketSink, Input, MkvOutputFormat, MovOutputFormat, Mp4OutputFormat } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { createFakeVideo } from '../testing/fake-video.ts'
import { convertVideo, inspectVideo } from './convert-video.ts'
import { AUDIO_UNSUPPORTED_MESSAGE, VIDEO_UNSUPPORTED_MESSAGE } from './plan-conversion.ts'

const HIGH = 0x64
const HIGH_10 = 0x6e
const mp4 = new Mp4OutputFormat()

const readPackets = async (film: Blob) => {
  const input = new Input({ source: new BlobSource(film), formats: ALL_FORMATS })
  const tracks = await input.getTracks()
  const packets = tracks.map(async (track) => {
    const all: string[] = []
    for await (const { data } of new EncodedPacketSink(track).packets()) all.push(Buffer.from(data).toString('hex'))
    return [await track.getCodec(), all] as const
  })
  return {
    format: (await input.getFormat()).name,
    comment: (await input.getMetadataTags()).comment,
    tracks: Object.fromEntries(await Promise.all(packets)),
  }
}

const getPlan = async (film: Blob) => {
  const looked = await inspectVideo(film)
  return looked.isVideo ? looked.plan : null
}

describe('a film whose packets are right', () => {
  it.each([
    ['MOV', new MovOutputFormat()],
    ['MKV', new MkvOutputFormat()],
  ])(
    'MEDIA-06 is copied from %s into MP4 packet by packet, nothing encoded, and tells nobody where it was made',
    async (_name, format) => {
      const film = await createFakeVideo({ format, audioCodec: 'aac', tags: { comment: '-23.55, -46.63' } })
      expect(await getPlan(film)).toEqual({ video: 'copied', audio: 'copied' })
      const shares: number[] = []
      const converted = await convertVideo(film, (share) => shares.push(share))
      if ('refused' in converted) throw new Error(converted.refused)
      const [before, after] = [await readPackets(film), await readPackets(converted.video)]
      expect(after).toMatchObject({ format: 'MP4', tracks: before.tracks })
      expect([converted.video.type, before.comment, after.comment]).toEqual(['video/mp4', '-23.55, -46.63', undefined])
      expect(after.tracks['avc']).toHaveLength(50)
      expect(Math.max(...shares)).toBeCloseTo(1, 1)
    },
  )

  it('MEDIA-06 is an MP4 by its own word too, where it was called something else', async () => {
    const film = await createFakeVideo({ format: mp4, audioCodec: 'aac' })
    const bytes = new Uint8Array(await film.arrayBuffer())
    bytes.set(Buffer.from('M4V '), 8)
    const converted = await convertVideo(new Blob([bytes]), () => undefined)
    if ('refused' in converted) throw new Error(converted.refused)
    expect(await fileTypeFromBlob(converted.video)).toEqual({ ext: 'mp4', mime: 'video/mp4' })
    expect((await readPackets(converted.video)).tracks).toEqual((await readPackets(film)).tracks)
  })

  it('MEDIA-06 goes as it is from MP4, with sound and without', async () => {
    expect(await getPlan(await createFakeVideo({ format: mp4, audioCodec: 'aac' }))).toBe('as it is')
    expect(await getPlan(await createFakeVideo({ format: mp4 }))).toBe('as it is')
  })

  it('MEDIA-06 is of the High profile only where its pictures come in their order, and of none above', async () => {
    expect(await getPlan(await createFakeVideo({ format: mp4, profile: HIGH }))).toBe('as it is')
    const refused = { refused: VIDEO_UNSUPPORTED_MESSAGE }
    // The test environment has no encoder, so videos that need encoding are refused.
    expect(await getPlan(await createFakeVideo({ format: mp4, profile: HIGH, isOutOfOrder: true }))).toEqual(refused)
    expect(await getPlan(await createFakeVideo({ format: mp4, profile: HIGH_10 }))).toEqual(refused)
    expect(await getPlan(await createFakeVideo({ format: mp4, isOutOfOrder: true }))).toBe('as it is')
  })
})

describe('where nothing encodes', () => {
  it('MEDIA-06 a sound that is no AAC is refused in words, not left out', async () => {
    const film = await createFakeVideo({ format: new MkvOutputFormat(), audioCodec: 'opus' })
    expect(await getPlan(film)).toEqual({ refused: AUDIO_UNSUPPORTED_MESSAGE })
    expect(await convertVideo(film, () => undefined)).toEqual({ refused: AUDIO_UNSUPPORTED_MESSAGE })
  })

  it('MEDIA-06 what is over 16 MB is refused in words', async () => {
    const film = await createFakeVideo({ format: mp4, seconds: 20, frameBytes: 40_000 })
    expect(film.size).toBeGreaterThan(16 * 1024 ** 2)
    expect(await getPlan(film)).toEqual({ refused: VIDEO_UNSUPPORTED_MESSAGE })
  })

  it('MEDIA-06 what is no film at all is left to others', async () => {
    await expect(inspectVideo(new Blob(['%PDF-1.7']))).rejects.toThrow(/./)
  })
})
