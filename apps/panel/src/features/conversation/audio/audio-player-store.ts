import { create } from 'zustand'
import { useSession } from '../../../shared/session/session.ts'
import { canBrowserPlay, resolvePlayableUrl } from './playable-url.ts'

/** Audio to play: a URL, or bytes that are not uploaded yet. */
export interface AudioTrack {
  id: string
  source: string | Blob
  mimeType: string
}

export const PLAYBACK_RATES = [1, 1.5, 2] as const
export type PlaybackRate = (typeof PLAYBACK_RATES)[number]

interface AudioPlayerState {
  /** Id of the current audio; null before the first one. */
  readonly id: string | null
  readonly phase: 'loading' | 'playing' | 'paused' | 'failed'
  /** Position in seconds. */
  readonly position: number
  /** Duration in seconds; null until the browser knows it. */
  readonly duration: number | null
  readonly rate: PlaybackRate
  /** Positions in seconds of interrupted audio, by id. */
  readonly left: Readonly<Record<string, number>>
  /** Message ids of audio that was sent meanwhile, by its former id. */
  readonly became: Readonly<Record<string, string>>
  /** Ids of audio whose bubbles are rendered. */
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

/** State of the only audio player. One audio plays at a time, whether its bubble is visible or not (MEDIA-11). */
export const useAudioPlayer = create<AudioPlayerState>()(() => IDLE_PLAYER)

const { getState: now, setState: set } = useAudioPlayer
let element: HTMLAudioElement | null = null
let release = () => {}
/** Number of started audio. Used instead of the id, which may change while the bytes are being fetched. */
let startedCount = 0
/** True while the bytes of the newest audio are being fetched and the audio element still has the old source. */
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

/** Plays an audio from its last position and stops any other. */
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
    // Another audio replaced it, it was stopped, or the browser requires another click.
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
  // The next click starts it again.
  set({ id: null, phase: 'paused', position: 0, left: id === null ? left : { ...left, [id]: position } })
}

/** Sets the position of an audio, playing or not. @param seconds from its beginning */
export function seekAudio(id: string, seconds: number): void {
  if (now().id !== id) return set({ left: { ...now().left, [id]: seconds } })
  if (element) element.currentTime = seconds
  set({ position: seconds })
}

/** Plays an audio from a position. @param seconds from its beginning */
export function playAudioFrom(sound: AudioTrack, seconds: number): void {
  const id = now().became[sound.id] ?? sound.id
  seekAudio(id, seconds)
  void playAudio({ ...sound, id })
}

/** After an audio was sent, replaces its temporary id by its message's id, so that it keeps playing in either bubble. */
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

/** Registers a rendered bubble of this audio. Returns a function that unregisters it. */
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
