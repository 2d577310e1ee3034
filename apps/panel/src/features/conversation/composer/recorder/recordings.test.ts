import type { Recorder } from '@prosa/voice/recorder'
import { beforeEach, expect, it, vi } from 'vitest'
import { useSession } from '../../../../shared/session/session.ts'
import { aUser } from '../../../../testing/factories.ts'
import { findRecording, storeRecording, useRecordings } from './recordings.ts'

const recorder: Recorder = {
  mediaType: 'voice',
  getState: () => ({ phase: 'recording', bytes: 0 }),
  subscribe: () => () => undefined,
  getElapsedMs: () => 1_000,
  pause: () => undefined,
  resume: () => undefined,
  stop: vi.fn(),
  getRecording: () => Promise.reject(new Error('not asked for')),
}
const ana = aUser({ id: 'ana' })
const isThere = () => findRecording(useRecordings.getState(), 'talk') === recorder

beforeEach(() => {
  useRecordings.setState({}, true)
  useSession.setState({ user: ana, error: null })
  storeRecording('talk', recorder)
  vi.mocked(recorder.stop).mockClear()
})

it('MEDIA-07 a session that ends by itself frees the microphone and leaves what was recorded to who comes back', () => {
  useSession.setState({ user: null, error: 'Sua sessão expirou.' })
  expect(recorder.stop).toHaveBeenCalled()
  expect(isThere()).toBe(true)
  useSession.setState({ user: ana, error: null })
  expect(isThere()).toBe(true)
})

it('MEDIA-07 it is there for nobody else, nor after leaving by choice', () => {
  useSession.setState({ user: null, error: 'Sua sessão expirou.' })
  useSession.setState({ user: aUser({ id: 'bia' }), error: null })
  expect(isThere()).toBe(false)
  useSession.setState({ user: ana })
  storeRecording('talk', recorder)
  useSession.setState({ user: null })
  expect(recorder.stop).toHaveBeenCalled()
  expect(isThere()).toBe(false)
})
