import { create } from 'zustand'
import { useSession } from '../../../../shared/session/session.ts'
import { browserPlays, playableAddress } from './playable-address.ts'

/** Something to be heard: an address, or bytes that have left for nowhere yet. */
export interface Sound {
  id: string
  source: string | Blob
  mimeType: string
}

export const RATES = [1, 1.5, 2] as const
export type Rate = (typeof RATES)[number]

interface Player {
  /** Which sound it is; null: none has been heard yet. */
  readonly id: string | null
  readonly phase: 'loading' | 'playing' | 'paused' | 'failed'
  /** Seconds. */
  readonly position: number
  /** Seconds; null until the browser knows. */
  readonly duration: number | null
  readonly rate: Rate
  /** Where sounds were left that another took the place of, in seconds. */
  readonly left: Readonly<Record<string, number>>
  /** What sounds that were on their way have become. */
  readonly became: Readonly<Record<string, string>>
  /** Sounds whose bubbles are on the page. */
  readonly inSight: readonly string[]
}

const SILENT: Player = { id: null, phase: 'paused', position: 0, duration: null, rate: 1, left: {}, became: {}, inSight: [] }

/** What is heard here: one sound at a time, whichever bubble it belongs to, and whether that can be seen or not (MEDIA-11). */
export const usePlayer = create<Player>()(() => SILENT)

const { getState: now, setState: set } = usePlayer
let element: HTMLAudioElement | null = null
let release = () => {}
/** Counts the sounds taken up: an id may change while one is being fetched. */
let taken = 0
/** While bytes of the newest of them are being fetched: the element knows nothing of it yet. */
let isFetching = false

function audio(): HTMLAudioElement {
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

const isStopped = (error: unknown) =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'NotAllowedError')

/** Goes on where it was left; whatever else was heard stops there. */
export async function play(sound: Sound): Promise<void> {
  const player = audio()
  const isTakenUp = now().id === sound.id && now().phase !== 'failed'
  const mine = isTakenUp ? taken : ++taken
  const isMine = () => mine === taken
  try {
    if (!isTakenUp) await take(player, sound, isMine)
    if (!isMine()) return
    player.defaultPlaybackRate = now().rate
    player.playbackRate = now().rate
    await player.play()
  } catch (error) {
    // Another took its place, it was stopped, or the browser wants to be pressed once more.
    if (isMine()) set({ phase: isStopped(error) ? 'paused' : 'failed' })
  }
}

async function take(player: HTMLAudioElement, { id, source, mimeType }: Sound, isMine: () => boolean): Promise<void> {
  player.pause()
  const { id: before, position, left } = now()
  const leaving = before === null ? left : { ...left, [before]: position }
  set({ id, phase: 'loading', position: leaving[id] ?? 0, duration: null, left: leaving })
  isFetching = true
  const address = await playableAddress(source, mimeType, browserPlays).finally(() => {
    if (isMine()) isFetching = false
  })
  if (!isMine()) return address.release()
  release()
  release = address.release
  player.src = address.url
  player.currentTime = now().position
}

export function pause(): void {
  element?.pause()
  if (!isFetching) return
  isFetching = false
  taken++
  const { id, position, left } = now()
  // The next press takes it up anew.
  set({ id: null, phase: 'paused', position: 0, left: id === null ? left : { ...left, [id]: position } })
}

/** Moves within a sound, whether it is heard now or not. @param seconds from its beginning */
export function seek(id: string, seconds: number): void {
  if (now().id !== id) return set({ left: { ...now().left, [id]: seconds } })
  if (element) element.currentTime = seconds
  set({ position: seconds })
}

/** Hears a sound from there on. @param seconds from its beginning */
export function playFrom(sound: Sound, seconds: number): void {
  const id = now().became[sound.id] ?? sound.id
  seek(id, seconds)
  void play({ ...sound, id })
}

/** A sound has arrived, and plays on as the message that it became, whichever of the two bubbles is on the page. */
export function playAs(id: string, before: string): void {
  const { [before]: position, ...left } = now().left
  set({
    id: now().id === before ? id : now().id,
    left: position === undefined ? left : { ...left, [id]: position },
    became: { ...now().became, [before]: id },
  })
}

/** The next speed, for whatever is heard. */
export function changeRate(): void {
  const rate = RATES[(RATES.indexOf(now().rate) + 1) % RATES.length] ?? 1
  if (element) element.playbackRate = rate
  set({ rate })
}

/** A bubble of this sound stands on the page. @returns says that it has gone */
export function standsInSight(id: string): () => void {
  set({ inSight: [...now().inSight, id] })
  return () => set({ inSight: now().inSight.filter((one) => one !== id) })
}

// What belongs to who has signed out is not heard any more.
useSession.subscribe(({ user }, before) => {
  if (user || !before.user) return
  pause()
  set({ ...SILENT, inSight: now().inSight })
})
