import { repackageAsWebm } from '@prosa/voice/repackage-as-webm'

/**
 * Plays an audio file that this browser could not play, by repacking it from OGG into another container (MEDIA-10). Leaves other formats
 * unchanged.
 */
export const playRepacked = async (player: HTMLMediaElement, address: string): Promise<void> => {
  try {
    const sound = await (await fetch(address)).blob()
    player.src = URL.createObjectURL(await repackageAsWebm(sound, (type) => player.canPlayType(type) !== ''))
    await player.play()
  } catch {
    // The player's own controls show that it cannot play.
  }
}
