import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { withTemporaryFile } from '../../../platform/isolated-task/with-temporary-file.ts'
import { createAac, createAmr, createMp3, createMp4, setMp4Brand } from '../../../testing/files/create-media.ts'
import { createAacWithEmptyFrame, createMp4WithSampleCount } from '../../../testing/files/hostile-files.ts'
import { aVoice } from '../../../testing/files/unique-voice-note.ts'
import { readAudioMetadata } from './read-audio-metadata.ts'

const read = (bytes: Buffer) => withTemporaryFile(bytes, readAudioMetadata)

/** Duration in milliseconds, measured by a library that reads all packets. */
const measured = async (bytes: Buffer): Promise<number> => {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  return Math.round((await input.computeDuration()) * 1_000)
}

/** Overwrites a 32-bit number in the first box of a type. */
const patched = (mp4: Buffer, type: string, offset: number, value: number): Buffer => {
  const changed = Buffer.from(mp4)
  changed.writeUInt32BE(value, changed.indexOf(type) + 4 + offset)
  return changed
}

describe('the duration of audio and video', () => {
  it.each([
    ['a film', () => createMp4({ fastStart: 'in-memory' }, { seconds: 3 }), null],
    ['a film whose head comes last', () => createMp4({ fastStart: false }, { seconds: 2 }), null],
    ['a film in fragments', () => createMp4({ fastStart: 'fragmented', minimumFragmentDuration: 0.5 }, { seconds: 3 }), null],
    ['a recording in fragments', () => createMp4({ fastStart: 'fragmented' }, { seconds: 4, hasVideo: false }), null],
    ['a 3GP', async () => setMp4Brand(await createMp4({ fastStart: false }), '3gp4'), null],
    ['a voice message', () => aVoice(7), 1],
    ['AAC', () => createAac(200), 2],
    ['AAC behind a tag', () => Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\x02'), Buffer.alloc(130), createAac(50)]), 2],
    ['MP3', () => createMp3(150, false), 2],
    ['MP3 with an index', () => createMp3(150, true), 2],
  ] as const)('%s is read as if each packet were looked at', async (_, make, channels) => {
    const bytes = await make()
    const { durationMs, ...rest } = await read(bytes)
    const whole = await measured(bytes)
    expect(whole).toBeGreaterThan(900)
    // Tolerates one audio frame, because an encoder may pad the last one.
    expect(Math.abs((durationMs ?? 0) - whole)).toBeLessThanOrEqual(27)
    expect(rest).toEqual({ channels })
  })

  it('is null where a file does not say, and where nobody can believe it', async () => {
    const film = await createMp4({ fastStart: 'in-memory' })
    expect(await read(createAmr(50))).toEqual({ durationMs: null, channels: null })
    expect(await read(Buffer.from('OggS'))).toEqual({ durationMs: null, channels: null })
    expect(await read(film.subarray(0, 60))).toEqual({ durationMs: null, channels: null })
    // A duration of 136 years in milliseconds exceeds the integer column, so it counts as unknown.
    expect(await read(patched(patched(film, 'mvhd', 12, 1), 'mvhd', 16, 0xff_ff_ff_fe))).toMatchObject({ durationMs: null })
    expect(await read(Buffer.concat([aVoice(1), Buffer.alloc(17 * 1024 * 1024)]))).toEqual({ durationMs: null, channels: null })
  })

  it.each([
    ['an MP4 of more samples than bytes', () => createMp4WithSampleCount()],
    ['an MP4 whose fragment has', async () => patched(await createMp4({ fastStart: 'fragmented' }), 'trun', 4, 0xff_ff_ff_ff)],
    ['AAC with a frame that is shorter than its header', () => createAacWithEmptyFrame()],
  ] as const)('MEDIA-04 %s is refused at once', async (_, make) => {
    await expect(read(await make())).rejects.toThrow(/samples than it has bytes|shorter than its header/)
  })
})
