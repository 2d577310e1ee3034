import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startRecording } from './recorder.ts'
import { MAX_RECORDING_MS } from './recording-duration.ts'
import { repackageAsAac } from './repackage-as-aac.ts'
import { FakeMicrophone } from './testing/fake-microphone.ts'
import { createMp4Recording, createWebmRecording } from './testing/fake-recordings.ts'
import { readOgg } from './testing/read-ogg.ts'

let microphone: FakeMicrophone

/** Replaces the worker with a direct call. */
class FakeAacWorker extends EventTarget {
  terminate() {}
  postMessage(recorded: Blob) {
    void repackageAsAac(recorded).then((sound) => this.dispatchEvent(new MessageEvent('message', { data: { sound } })))
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  microphone = new FakeMicrophone()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('recording', () => {
  it('MEDIA-07 counts what was recorded and not the pauses, and gives a voice note', async () => {
    microphone.setRecording(await createWebmRecording({ seconds: 2 }))
    const recorder = await startRecording()
    vi.advanceTimersByTime(1_500)
    recorder.pause()
    vi.advanceTimersByTime(60_000)
    expect([recorder.getState().phase, recorder.getElapsedMs()]).toEqual(['paused', 1_500])
    recorder.resume()
    vi.advanceTimersByTime(500)
    expect([recorder.getState().phase, recorder.getElapsedMs()]).toEqual(['recording', 2_000])
    recorder.stop()
    expect(microphone.isOpen).toBe(false)
    const { blob, mediaType: as, filename } = await recorder.getRecording()
    expect([as, filename]).toEqual(['voice', 'Mensagem de voz.ogg'])
    expect(readOgg(new Uint8Array(await blob.arrayBuffer()))).toMatchObject({ codec: 'opus', channels: 1 })
  })

  it('is heard before it ends, and goes on after', async () => {
    microphone.setRecording(await createWebmRecording({ seconds: 2 }))
    const recorder = await startRecording()
    recorder.pause()
    expect((await recorder.getRecording()).blob.size).toBeGreaterThan(0)
    recorder.resume()
    expect(recorder.getState().phase).toBe('recording')
    expect(microphone.isOpen).toBe(true)
    recorder.stop()
  })

  it('ends at 15 minutes by itself, and keeps them', async () => {
    microphone.setRecording(await createWebmRecording({ seconds: 2 }))
    const recorder = await startRecording()
    const seen = vi.fn()
    recorder.subscribe(seen)
    vi.advanceTimersByTime(MAX_RECORDING_MS / 2)
    recorder.pause()
    recorder.resume()
    vi.advanceTimersByTime(MAX_RECORDING_MS / 2 - 1)
    expect(recorder.getState().phase).toBe('recording')
    vi.advanceTimersByTime(1)
    expect([recorder.getState().phase, recorder.getElapsedMs()]).toEqual(['ended', MAX_RECORDING_MS])
    expect(seen).toHaveBeenCalled()
    expect(microphone.isOpen).toBe(false)
    expect((await recorder.getRecording()).mediaType).toBe('voice')
  })

  it('ends where the microphone is unplugged, and keeps what there is', async () => {
    microphone.setRecording(await createWebmRecording({ seconds: 2 }))
    const recorder = await startRecording()
    microphone.unplug()
    expect(recorder.getState().phase).toBe('ended')
    recorder.resume()
    expect(recorder.getState().phase).toBe('ended')
    expect((await recorder.getRecording()).blob.size).toBeGreaterThan(0)
  })

  it('MEDIA-09 makes a file of sound where the browser makes no Opus', async () => {
    vi.stubGlobal('Worker', FakeAacWorker)
    microphone.supportedTypes = /mp4/
    microphone.setRecording(await createMp4Recording({ seconds: 2 }))
    const recorder = await startRecording()
    expect(recorder.mediaType).toBe('audio')
    recorder.stop()
    expect(await recorder.getRecording()).toMatchObject({ mediaType: 'audio', filename: 'Áudio.aac' })
  })

  it('MEDIA-07 a microphone of two channels is heard as one', async () => {
    microphone.channels = 2
    microphone.setRecording(await createWebmRecording({ seconds: 1 }))
    const recorder = await startRecording()
    expect(microphone.recordedFrom).toBe('one channel')
    recorder.stop()
    expect(microphone.isOpen).toBe(false)
  })
})

describe('no microphone', () => {
  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
  ])('%s is %s', async (name, reason) => {
    microphone.refusal = new DOMException('', name)
    await expect(startRecording()).rejects.toMatchObject({ reason })
  })

  it('a browser that records nothing says so, and one that fails to begin gives the microphone back', async () => {
    microphone.shouldFailToStart = true
    await expect(startRecording()).rejects.toMatchObject({ reason: 'busy' })
    expect(microphone.isOpen).toBe(false)
    vi.stubGlobal('navigator', {})
    await expect(startRecording()).rejects.toMatchObject({ reason: 'unsupported' })
  })
})
