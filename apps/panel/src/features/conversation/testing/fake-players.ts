import { vi } from 'vitest'

/** The test's browser plays nothing: players that say what they are told to do. `isOgg`: whether they play OGG. */
export function stubPlayers({ isOgg = true } = {}) {
  const playing: string[] = []
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    playing.push(this.src)
    this.dispatchEvent(new Event('playing'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('pause'))
  })
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockImplementation((type) =>
    type.includes('ogg') && !isOgg ? '' : 'probably',
  )
  URL.createObjectURL = (blob: Blob) => `blob:${blob.type}`
  URL.revokeObjectURL = () => {}
  return playing
}
