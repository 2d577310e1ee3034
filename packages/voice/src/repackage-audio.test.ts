import { ADTS, BlobSource, Input, WEBM } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { repackageAsAac } from './repackage-as-aac.ts'
import { repackageAsVoiceNote } from './repackage-as-voice-note.ts'
import { repackageAsWebm } from './repackage-as-webm.ts'
import { createMp4Recording, createWebmRecording } from './testing/fake-recordings.ts'
import { readOgg } from './testing/read-ogg.ts'

const parseOggBlob = async (blob: Blob) => readOgg(new Uint8Array(await blob.arrayBuffer()))
const silence = (length: number) => new Uint8Array(length)

describe('a voice note', () => {
  it('MEDIA-07 is made of a WebM recorder’s packets: OGG with Opus, one channel, as long as it was', async () => {
    const { blob, durationMs } = await repackageAsVoiceNote(await createWebmRecording({ seconds: 3 }))
    expect(blob.type).toBe('audio/ogg; codecs=opus')
    const { codec, channels, durationMs: written } = await parseOggBlob(blob)
    expect({ codec, channels }).toEqual({ codec: 'opus', channels: 1 })
    expect(Math.abs(written - 3_000)).toBeLessThanOrEqual(20)
    expect(Math.abs(durationMs - 3_000)).toBeLessThanOrEqual(20)
  })

  it('MEDIA-07 begins with its first sound, whatever the recorder’s clock said, and a recorded OGG becomes the same', async () => {
    const late = await repackageAsVoiceNote(await createWebmRecording({ seconds: 2, startSeconds: 7.5 }))
    expect(Math.abs((await parseOggBlob(late.blob)).durationMs - 2_000)).toBeLessThanOrEqual(20)
    const again = await repackageAsVoiceNote(late.blob)
    expect((await parseOggBlob(again.blob)).durationMs).toBe((await parseOggBlob(late.blob)).durationMs)
  })

  it('MEDIA-07 is read as far as it goes where the recorder was cut off', async () => {
    const whole = await createWebmRecording({ seconds: 4 })
    const { durationMs } = await repackageAsVoiceNote(whole.slice(0, Math.round(whole.size * 0.6)))
    expect(durationMs).toBeGreaterThan(1_000)
    expect(durationMs).toBeLessThan(4_000)
  })

  it('MEDIA-07 is never of two channels, and nothing else becomes one', async () => {
    await expect(repackageAsVoiceNote(await createWebmRecording({ seconds: 1, channels: 2 }))).rejects.toThrow('one channel')
    await expect(repackageAsVoiceNote(new Blob([silence(4_000)]))).rejects.toThrow(/./)
  })
})

it('MEDIA-09 AAC of a browser without Opus becomes a file of sound that says what it is', async () => {
  const { blob, durationMs } = await repackageAsAac(await createMp4Recording({ seconds: 2 }))
  expect(blob.type).toBe('audio/aac')
  expect(Math.abs(durationMs - 2_000)).toBeLessThanOrEqual(30)
  const input = new Input({ source: new BlobSource(blob), formats: [ADTS] })
  expect(await (await input.getPrimaryAudioTrack())?.getCodec()).toBe('aac')
  input.dispose()
})

describe('MEDIA-10 a voice note where a browser plays no OGG', () => {
  it('is put into a container that it plays, with every packet', async () => {
    const { blob: voice } = await repackageAsVoiceNote(await createWebmRecording({ seconds: 2 }))
    const other = await repackageAsWebm(voice, (type) => type.startsWith('audio/webm'))
    const input = new Input({ source: new BlobSource(other), formats: [WEBM] })
    expect(await (await input.getPrimaryAudioTrack())?.getCodec()).toBe('opus')
    expect(Math.abs((await input.computeDuration()) - 2)).toBeLessThanOrEqual(0.03)
    input.dispose()
  })

  it('says so where it plays none', async () => {
    const { blob: voice } = await repackageAsVoiceNote(await createWebmRecording({ seconds: 1 }))
    await expect(repackageAsWebm(voice, () => false)).rejects.toThrow('plays no Opus')
  })
})
