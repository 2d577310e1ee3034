import { playable } from '@prosa/voice/playable'

/** Plays a sound that this browser could not, in another container: its OGG may be a stranger (MEDIA-10). Any other is left as it is. */
export const playRepacked = async (player: HTMLMediaElement, address: string): Promise<void> => {
  try {
    const sound = await (await fetch(address)).blob()
    player.src = URL.createObjectURL(await playable(sound, (type) => player.canPlayType(type) !== ''))
    await player.play()
  } catch {
    // Its own controls say that it does not play.
  }
}
