import { create } from 'zustand'
import { useSession } from '../../../shared/session/session.ts'
import { canBrowserPlay, resolvePlayableUrl } from './playable-url.ts'

/** Audio to play. */
export interface AudioTrack {
  id: string
  /** URL of the audio, or its bytes if it is not uploaded yet. */
  source: string | Blob
  mimeType: string
}

export const PLAYBACK_RATES = [1, 1.5, 2] as const
export type PlaybackRate = (typeof PLAYBACK_RATES)[number]

interface AudioPlayerState {
  /** Id of the current audio; null before any audio was started. */
  readonly id: string | null
  readonly phase: 'loading' | 'playing' | 'paused' | 'failed'
  /** Position in seconds. */
  readonly position: number
  /** Duration in seconds; null until the browser knows it. */
  readonly duration: number | null
  readonly rate: PlaybackRate
  /** Positions in seconds at which other audio was interrupted, by audio id. */
  readonly savedPositions: Readonly<Record<string, number>>
  /** Message ids of audio that was sent after playback began, by the temporary id that it had before. */
  readonly replacementIds: Readonly<Record<string, string>>
  /** Ids of audio whose message bubbles are rendered. */
  readonly visibleIds: readonly string[]
}

const IDLE_PLAYER: AudioPlayerState = {
  id: null,
  phase: 'paused',
  position: 0,
  duration: null,
  rate: 1,
  savedPositions: {},
  replacementIds: {},
  visibleIds: [],
}

/**
 * State of the audio player. There is only one player, so starting an audio stops the previous one. Audio keeps playing when its bubble is
 * not visible (MEDIA-11).
 */
export const useAudioPlayer = create<AudioPlayerState>()(() => IDLE_PLAYER)

const { getState: getPlayerState, setState: setPlayerState } = useAudioPlayer
let element: HTMLAudioElement | null = null
let releaseUrl = () => {}
/**
 * Number of playback requests so far. Identifies the newest request, because the audio's id may change while its bytes are being fetched.
 */
let playRequestCount = 0
/** Whether the bytes of the newest audio are being fetched. The audio element still has the previous source then. */
let isResolvingUrl = false

function getAudioElement(): HTMLAudioElement {
  if (element) return element
  const audio = new Audio()
  const on = (event: keyof HTMLMediaElementEventMap, listener: () => void) => audio.addEventListener(event, listener)
  on('timeupdate', () => setPlayerState({ position: audio.currentTime }))
  on('durationchange', () => {
    if (Number.isFinite(audio.duration)) setPlayerState({ duration: audio.duration })
  })
  on('playing', () => setPlayerState({ phase: 'playing' }))
  on('waiting', () => setPlayerState({ phase: 'loading' }))
  on('pause', () => setPlayerState({ phase: 'paused' }))
  on('ended', () => {
    audio.currentTime = 0
    setPlayerState({ phase: 'paused', position: 0 })
  })
  on('error', () => setPlayerState({ phase: 'failed' }))
  element = audio
  return audio
}

const isPlaybackInterrupted = (error: unknown) =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'NotAllowedError')

/** Plays an audio from its last position and stops the previous one. */
export async function playAudio(track: AudioTrack): Promise<void> {
  const player = getAudioElement()
  const isResuming = getPlayerState().id === track.id && getPlayerState().phase !== 'failed'
  const requestNumber = isResuming ? playRequestCount : ++playRequestCount
  const isCurrent = () => requestNumber === playRequestCount
  try {
    if (!isResuming) await loadAudio(player, track, isCurrent)
    if (!isCurrent()) return
    player.defaultPlaybackRate = getPlayerState().rate
    player.playbackRate = getPlayerState().rate
    await player.play()
  } catch (error) {
    // Playback was interrupted by a pause, or the browser requires another click.
    if (isCurrent()) setPlayerState({ phase: isPlaybackInterrupted(error) ? 'paused' : 'failed' })
  }
}

async function loadAudio(
  player: HTMLAudioElement,
  { id, source, mimeType }: AudioTrack,
  isCurrent: () => boolean,
): Promise<void> {
  player.pause()
  const { id: previousId, position, savedPositions } = getPlayerState()
  const positions = previousId === null ? savedPositions : { ...savedPositions, [previousId]: position }
  setPlayerState({ id, phase: 'loading', position: positions[id] ?? 0, duration: null, savedPositions: positions })
  isResolvingUrl = true
  const playable = await resolvePlayableUrl(source, mimeType, canBrowserPlay).finally(() => {
    if (isCurrent()) isResolvingUrl = false
  })
  if (!isCurrent()) return playable.release()
  releaseUrl()
  releaseUrl = playable.release
  player.src = playable.url
  player.currentTime = getPlayerState().position
}

export function pauseAudio(): void {
  element?.pause()
  if (!isResolvingUrl) return
  isResolvingUrl = false
  playRequestCount++
  const { id, position, savedPositions } = getPlayerState()
  // Without an id, the next click starts the audio again.
  setPlayerState({
    id: null,
    phase: 'paused',
    position: 0,
    savedPositions: id === null ? savedPositions : { ...savedPositions, [id]: position },
  })
}

/** Sets the position of an audio, also if it is not playing. @param seconds from the beginning of the audio */
export function seekAudio(id: string, seconds: number): void {
  if (getPlayerState().id !== id) return setPlayerState({ savedPositions: { ...getPlayerState().savedPositions, [id]: seconds } })
  if (element) element.currentTime = seconds
  setPlayerState({ position: seconds })
}

/** Plays an audio from a position. @param seconds from the beginning of the audio */
export function playAudioFrom(track: AudioTrack, seconds: number): void {
  const id = getPlayerState().replacementIds[track.id] ?? track.id
  seekAudio(id, seconds)
  void playAudio({ ...track, id })
}

/** Replaces the temporary id of an audio with the id of its sent message. Playback continues, and the bubbles with either id control it. */
export function replaceAudioId(id: string, previousId: string): void {
  const { [previousId]: position, ...left } = getPlayerState().savedPositions
  setPlayerState({
    id: getPlayerState().id === previousId ? id : getPlayerState().id,
    savedPositions: position === undefined ? left : { ...left, [id]: position },
    replacementIds: { ...getPlayerState().replacementIds, [previousId]: id },
  })
}

/** Switches to the next playback rate, for all audio. */
export function cyclePlaybackRate(): void {
  const rate = PLAYBACK_RATES[(PLAYBACK_RATES.indexOf(getPlayerState().rate) + 1) % PLAYBACK_RATES.length] ?? 1
  if (element) element.playbackRate = rate
  setPlayerState({ rate })
}

/** Registers that a bubble of this audio is rendered. Returns a function that unregisters it. */
export function registerVisibleAudio(id: string): () => void {
  setPlayerState({ visibleIds: [...getPlayerState().visibleIds, id] })
  return () => setPlayerState({ visibleIds: getPlayerState().visibleIds.filter((visibleId) => visibleId !== id) })
}

// Stops playback when the user signs out.
useSession.subscribe(({ user }, previous) => {
  if (user || !previous.user) return
  pauseAudio()
  setPlayerState({ ...IDLE_PLAYER, visibleIds: getPlayerState().visibleIds })
})
