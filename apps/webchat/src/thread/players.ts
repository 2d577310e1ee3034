const PLAYER_SELECTOR = 'audio, video'

const findPlayer = (element: ParentNode): HTMLMediaElement | null => element.querySelector<HTMLMediaElement>(PLAYER_SELECTOR)

/** Pauses other players when one starts (MEDIA-11). */
export const pauseOtherPlayers = (root: HTMLElement): void =>
  root.addEventListener(
    'play',
    ({ target }) => {
      for (const player of root.querySelectorAll<HTMLMediaElement>(PLAYER_SELECTOR)) if (player !== target) player.pause()
    },
    true,
  )

/** Moves a playing element into the redrawn bubble. It never leaves the document, so it keeps playing. */
export const movePlayingElement = (before: HTMLElement, after: HTMLElement): void => {
  const playing = findPlayer(before)
  if (playing && !playing.paused) findPlayer(after)?.replaceWith(playing)
}
