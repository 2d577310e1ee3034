import { repackageAsWebm } from '@prosa/voice/repackage-as-webm'

/**
 * Plays an audio file that this browser could not play: repackages it from OGG into another container (MEDIA-10). Leaves other formats
 * unchanged.
 * @param url URL of the audio file
 */
export const playRepacked = async (player: HTMLMediaElement, url: string): Promise<void> => {
  try {
    const audio = await (await fetch(url)).blob()
    player.src = URL.createObjectURL(await repackageAsWebm(audio, (type) => player.canPlayType(type) !== ''))
    await player.play()
  } catch {
    // Ignores the error, because the player's own controls show that the file cannot be played.
  }
}
