import { create } from 'zustand'
import { useSession } from '../../../shared/session/session.ts'
import { canBrowserPlay, resolvePlayableUrl } from './playable-url.ts'

/** Audio to play. `source`: a URL, or the bytes if the audio is not uploaded yet. */
export interface AudioTrack {
  id: string
  source: string | Blob
  mimeType: string
}

export const PLAYBACK_RATES = [1, 1.5, 2] as const
export type PlaybackRate = (typeof PLAYBACK_RATES)[number]

interface AudioPlayerState {
  /** Id of the current audio; null before the first one was started. */
  readonly id: string | null
  readonly phase: 'loading' | 'playing' | 'paused' | 'failed'
  /** Position in seconds. */
  readonly position: number
  /** Duration in seconds; null until the browser knows it. */
  readonly duration: number | null
  readonly rate: PlaybackRate
  /** Positions in seconds at which other audio was interrupted, by audio id. */
  readonly left: Readonly<Record<string, number>>
  /** New ids of audio whose message was sent after playing began, by former id. The new id is the message id. */
  readonly became: Readonly<Record<string, string>>
  /** Ids of audio whose message bubbles are rendered. */
  readonly inSight: readonly string[]
}

const IDLE_PLAYER: AudioPlayerState = {
  id: null,
  phase: 'paused',
  position: 0,
  duration: null,
  rate: 1,
  left: {},
  became: {},
  inSight: [],
}

/**
 * State of the audio player. There is only one player, so starting an audio stops the previous one. Audio keeps playing when its bubble is
 * not visible (MEDIA-11).
 */
export const useAudioPlayer = create<AudioPlayerState>()(() => IDLE_PLAYER)

const { getState: now, setState: set } = useAudioPlayer
let element: HTMLAudioElement | null = null
let release = () => {}
/**
 * Number of audio tracks started so far. Identifies the current start, because the id of the audio may change while its bytes are being
 * fetched.
 */
let startedCount = 0
/** Whether the bytes of the newest audio are being fetched. The audio element still has the previous source then. */
let isFetching = false

function getAudioElement(): HTMLAudioElement {
  if (element) return element
  const made = new Audio()
  const on = (event: keyof HTMLMediaElementEventMap, then: () => void) => made.addEventListener(event, then)
  on('timeupdate', () => set({ position: made.currentTime }))
  on('durationchange', () => {
    if (Number.isFinite(made.duration)) set({ duration: made.duration })
  })
  on('playing', () => set({ phase: 'playing' }))
  on('waiting', () => set({ phase: 'loading' }))
  on('pause', () => set({ phase: 'paused' }))
  on('ended', () => {
    made.currentTime = 0
    set({ phase: 'paused', position: 0 })
  })
  on('error', () => set({ phase: 'failed' }))
  element = made
  return made
}

const isPlaybackInterrupted = (error: unknown) =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'NotAllowedError')

/** Plays an audio from its last position and stops the previous one. */
export async function playAudio(sound: AudioTrack): Promise<void> {
  const player = getAudioElement()
  const isTakenUp = now().id === sound.id && now().phase !== 'failed'
  const mine = isTakenUp ? startedCount : ++startedCount
  const isMine = () => mine === startedCount
  try {
    if (!isTakenUp) await loadAudio(player, sound, isMine)
    if (!isMine()) return
    player.defaultPlaybackRate = now().rate
    player.playbackRate = now().rate
    await player.play()
  } catch (error) {
    // Playback was interrupted by a pause, or the browser requires another click.
    if (isMine()) set({ phase: isPlaybackInterrupted(error) ? 'paused' : 'failed' })
  }
}

async function loadAudio(player: HTMLAudioElement, { id, source, mimeType }: AudioTrack, isMine: () => boolean): Promise<void> {
  player.pause()
  const { id: before, position, left } = now()
  const leaving = before === null ? left : { ...left, [before]: position }
  set({ id, phase: 'loading', position: leaving[id] ?? 0, duration: null, left: leaving })
  isFetching = true
  const address = await resolvePlayableUrl(source, mimeType, canBrowserPlay).finally(() => {
    if (isMine()) isFetching = false
  })
  if (!isMine()) return address.release()
  release()
  release = address.release
  player.src = address.url
  player.currentTime = now().position
}

export function pauseAudio(): void {
  element?.pause()
  if (!isFetching) return
  isFetching = false
  startedCount++
  const { id, position, left } = now()
  // Without an id, the next click starts the audio again.
  set({ id: null, phase: 'paused', position: 0, left: id === null ? left : { ...left, [id]: position } })
}

/** Sets the position of an audio, also if it is not playing. @param seconds from the beginning of the audio */
export function seekAudio(id: string, seconds: number): void {
  if (now().id !== id) return set({ left: { ...now().left, [id]: seconds } })
  if (element) element.currentTime = seconds
  set({ position: seconds })
}

/** Plays an audio from a position. @param seconds from the beginning of the audio */
export function playAudioFrom(sound: AudioTrack, seconds: number): void {
  const id = now().became[sound.id] ?? sound.id
  seekAudio(id, seconds)
  void playAudio({ ...sound, id })
}

/** Replaces the temporary id of an audio by the id of its sent message, so that it keeps playing and both bubbles control it. */
export function replaceAudioId(id: string, before: string): void {
  const { [before]: position, ...left } = now().left
  set({
    id: now().id === before ? id : now().id,
    left: position === undefined ? left : { ...left, [id]: position },
    became: { ...now().became, [before]: id },
  })
}

/** Switches to the next playback rate, for all audio. */
export function cyclePlaybackRate(): void {
  const rate = PLAYBACK_RATES[(PLAYBACK_RATES.indexOf(now().rate) + 1) % PLAYBACK_RATES.length] ?? 1
  if (element) element.playbackRate = rate
  set({ rate })
}

/** Registers that a bubble of this audio is rendered. Returns a function that unregisters it. */
export function registerVisibleAudio(id: string): () => void {
  set({ inSight: [...now().inSight, id] })
  return () => set({ inSight: now().inSight.filter((one) => one !== id) })
}

// Stops playback when the user signs out.
useSession.subscribe(({ user }, before) => {
  if (user || !before.user) return
  pauseAudio()
  set({ ...IDLE_PLAYER, inSight: now().inSight })
})
