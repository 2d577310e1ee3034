import { vi } from 'vitest'

/** Replaces the media players, which jsdom lacks. Returns the URLs that were played. `isOgg`: whether the players can play OGG. */
export function stubMediaPlayers({ isOgg = true } = {}) {
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
