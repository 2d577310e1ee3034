const PLAYER_SELECTOR = 'audio, video'

const findPlayer = (element: ParentNode): HTMLMediaElement | null => element.querySelector<HTMLMediaElement>(PLAYER_SELECTOR)

/** Pauses all other audio and video players in `root` when one of them starts (MEDIA-11). */
export const pauseOtherPlayers = (root: HTMLElement): void =>
  root.addEventListener(
    'play',
    ({ target }) => {
      for (const player of root.querySelectorAll<HTMLMediaElement>(PLAYER_SELECTOR)) if (player !== target) player.pause()
    },
    true,
  )

/** Moves a playing audio or video element from the old element of a message to its new one, so that it keeps playing after a redraw. */
export const movePlayingElement = (oldElement: HTMLElement, newElement: HTMLElement): void => {
  const playing = findPlayer(oldElement)
  if (playing && !playing.paused) findPlayer(newElement)?.replaceWith(playing)
}
