import { repackageAsWebm } from '@prosa/voice/repackage-as-webm'

/**
 * Plays an OGG audio file in a browser that does not support OGG, by copying the audio into another container (MEDIA-10). Does not play
 * other formats.
 * @param url URL of the audio file
 */
export const playRepacked = async (player: HTMLMediaElement, url: string): Promise<void> => {
  try {
    const audio = await (await fetch(url)).blob()
    player.src = URL.createObjectURL(await repackageAsWebm(audio, (type) => player.canPlayType(type) !== ''))
    await player.play()
  } catch {
    // Ignores errors, because the player itself shows that the file cannot be played.
  }
}
